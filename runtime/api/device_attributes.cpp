// SPDX-License-Identifier: Apache-2.0
/// What the device says about itself. CUDA Runtime API reference, "cudaGetDeviceProperties",
/// "cudaDeviceGetAttribute". Numbers come from the device profile; those below are equal on all
/// devices described by one, as an H200 answers them.
#include <algorithm>
#include <array>
#include <optional>

#include "runtime/api/device_identity.h"
#include "runtime/api/runtime.h"

namespace {

using simt::DeviceProfile;

/// The attribute's value, or empty where there is no such attribute.
std::optional<int> attribute_of(const DeviceProfile& p, cudaDeviceAttr attribute) {
  const simt::TextureLimits& t = p.textures;
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return p.threads_per_block;
    case cudaDevAttrMaxBlockDimX:
      return p.block_extent[0];
    case cudaDevAttrMaxBlockDimY:
      return p.block_extent[1];
    case cudaDevAttrMaxBlockDimZ:
      return p.block_extent[2];
    case cudaDevAttrMaxGridDimX:
      return p.grid_extent[0];
    case cudaDevAttrMaxGridDimY:
      return p.grid_extent[1];
    case cudaDevAttrMaxGridDimZ:
      return p.grid_extent[2];
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return static_cast<int>(p.shared_bytes_per_block);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return static_cast<int>(p.shared_bytes_per_block_optin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return static_cast<int>(p.shared_bytes_per_multiprocessor);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return static_cast<int>(p.reserved_shared_bytes_per_block);
    case cudaDevAttrTotalConstantMemory:
      return static_cast<int>(p.constant_bytes);
    case cudaDevAttrWarpSize:
      return p.warp_size;
    case cudaDevAttrMaxPitch:
      return static_cast<int>(p.largest_pitch);
    case cudaDevAttrMaxRegistersPerBlock:
      return p.registers_per_block;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return p.registers_per_multiprocessor;
    case cudaDevAttrMultiProcessorCount:
      return p.multiprocessors;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return p.threads_per_multiprocessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return p.blocks_per_multiprocessor;
    case cudaDevAttrComputeCapabilityMajor:
      return p.compute_capability_major;
    case cudaDevAttrComputeCapabilityMinor:
      return p.compute_capability_minor;
    case cudaDevAttrClockRate:
      return p.clock_rate;
    case cudaDevAttrMemoryClockRate:
      return p.memory_clock_rate;
    case cudaDevAttrGlobalMemoryBusWidth:
      return p.memory_bus_width;
    case cudaDevAttrL2CacheSize:
      return p.l2_cache_bytes;
    case cudaDevAttrMaxPersistingL2CacheSize:
      return p.persisting_l2_cache_bytes;
    case cudaDevAttrMaxAccessPolicyWindowSize:
      return p.access_policy_window_bytes;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return p.single_to_double_ratio;
    case cudaDevAttrAsyncEngineCount:
      return p.async_engines;
    case cudaDevAttrMemSyncDomainCount:
      return p.memory_synchronization_domains;
    case cudaDevAttrIntegrated:
      return p.integrated;
    case cudaDevAttrEccEnabled:
      return p.error_correction;
    case cudaDevAttrClusterLaunch:
      return 0;  // not in this release, whatever the device can do
    case cudaDevAttrConcurrentManagedAccess:
      return p.concurrent_managed_access;

    case cudaDevAttrGpuOverlap:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrHostRegisterReadOnlySupported:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
      return 1;

    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrTccDriver:
    case cudaDevAttrIsMultiGpuBoard:
    case cudaDevAttrMultiGpuBoardGroupID:
    case cudaDevAttrHostNativeAtomicSupported:
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
    case cudaDevAttrDirectManagedMemAccessFromHost:
    case cudaDevAttrCanFlushRemoteWrites:
    case cudaDevAttrSparseCudaArraySupported:
    case cudaDevAttrTimelineSemaphoreInteropSupported:
    case cudaDevAttrMemoryPoolSupportedHandleTypes:
    case cudaDevAttrDeferredMappingCudaArraySupported:
    case cudaDevAttrIpcEventSupport:
    case cudaDevAttrNumaConfig:
    case cudaDevAttrMpsEnabled:
    case cudaDevAttrHostNumaMultinodeIpcSupported:
    case cudaDevAttrGpuPciDeviceId:
    case cudaDevAttrGpuPciSubsystemId:
    case cudaDevAttrGPUDirectRDMASupported:
    case cudaDevAttrGPUDirectRDMAFlushWritesOptions:
    case cudaDevAttrGPUDirectRDMAWritesOrdering:
    case cudaDevAttrPageableMemoryAccess:
      return 0;
    case cudaDevAttrComputeMode:
      return cudaComputeModeDefault;
    case cudaDevAttrNumaId:
    case cudaDevAttrHostNumaId:
      return -1;
    case cudaDevAttrPciDomainId:
      return simt::kPciDomain;
    case cudaDevAttrPciBusId:
      return simt::kPciBus;
    case cudaDevAttrPciDeviceId:
      return simt::kPciDevice;

    case cudaDevAttrTextureAlignment:
      return static_cast<int>(t.texture_alignment);
    case cudaDevAttrTexturePitchAlignment:
      return static_cast<int>(t.texture_pitch_alignment);
    case cudaDevAttrSurfaceAlignment:
      return static_cast<int>(t.surface_alignment);
    case cudaDevAttrMaxTexture1DWidth:
      return t.texture_1d;
    case cudaDevAttrMaxTexture1DMipmappedWidth:
      return t.texture_1d_mipmap;
    case cudaDevAttrMaxTexture1DLinearWidth:
      return t.texture_1d_linear;
    case cudaDevAttrMaxTexture2DWidth:
      return t.texture_2d[0];
    case cudaDevAttrMaxTexture2DHeight:
      return t.texture_2d[1];
    case cudaDevAttrMaxTexture2DMipmappedWidth:
      return t.texture_2d_mipmap[0];
    case cudaDevAttrMaxTexture2DMipmappedHeight:
      return t.texture_2d_mipmap[1];
    case cudaDevAttrMaxTexture2DLinearWidth:
      return t.texture_2d_linear[0];
    case cudaDevAttrMaxTexture2DLinearHeight:
      return t.texture_2d_linear[1];
    case cudaDevAttrMaxTexture2DLinearPitch:
      return t.texture_2d_linear[2];
    case cudaDevAttrMaxTexture2DGatherWidth:
      return t.texture_2d_gather[0];
    case cudaDevAttrMaxTexture2DGatherHeight:
      return t.texture_2d_gather[1];
    case cudaDevAttrMaxTexture3DWidth:
      return t.texture_3d[0];
    case cudaDevAttrMaxTexture3DHeight:
      return t.texture_3d[1];
    case cudaDevAttrMaxTexture3DDepth:
      return t.texture_3d[2];
    case cudaDevAttrMaxTexture3DWidthAlt:
      return t.texture_3d_alternate[0];
    case cudaDevAttrMaxTexture3DHeightAlt:
      return t.texture_3d_alternate[1];
    case cudaDevAttrMaxTexture3DDepthAlt:
      return t.texture_3d_alternate[2];
    case cudaDevAttrMaxTextureCubemapWidth:
      return t.texture_cubemap;
    case cudaDevAttrMaxTexture1DLayeredWidth:
      return t.texture_1d_layers[0];
    case cudaDevAttrMaxTexture1DLayeredLayers:
      return t.texture_1d_layers[1];
    case cudaDevAttrMaxTexture2DLayeredWidth:
      return t.texture_2d_layers[0];
    case cudaDevAttrMaxTexture2DLayeredHeight:
      return t.texture_2d_layers[1];
    case cudaDevAttrMaxTexture2DLayeredLayers:
      return t.texture_2d_layers[2];
    case cudaDevAttrMaxTextureCubemapLayeredWidth:
      return t.texture_cubemap_layers[0];
    case cudaDevAttrMaxTextureCubemapLayeredLayers:
      return t.texture_cubemap_layers[1];
    case cudaDevAttrMaxSurface1DWidth:
      return t.surface_1d;
    case cudaDevAttrMaxSurface2DWidth:
      return t.surface_2d[0];
    case cudaDevAttrMaxSurface2DHeight:
      return t.surface_2d[1];
    case cudaDevAttrMaxSurface3DWidth:
      return t.surface_3d[0];
    case cudaDevAttrMaxSurface3DHeight:
      return t.surface_3d[1];
    case cudaDevAttrMaxSurface3DDepth:
      return t.surface_3d[2];
    case cudaDevAttrMaxSurface1DLayeredWidth:
      return t.surface_1d_layers[0];
    case cudaDevAttrMaxSurface1DLayeredLayers:
      return t.surface_1d_layers[1];
    case cudaDevAttrMaxSurface2DLayeredWidth:
      return t.surface_2d_layers[0];
    case cudaDevAttrMaxSurface2DLayeredHeight:
      return t.surface_2d_layers[1];
    case cudaDevAttrMaxSurface2DLayeredLayers:
      return t.surface_2d_layers[2];
    case cudaDevAttrMaxSurfaceCubemapWidth:
      return t.surface_cubemap;
    case cudaDevAttrMaxSurfaceCubemapLayeredWidth:
      return t.surface_cubemap_layers[0];
    case cudaDevAttrMaxSurfaceCubemapLayeredLayers:
      return t.surface_cubemap_layers[1];
    case cudaDevAttrMax:
      break;
  }
  return std::nullopt;
}

template <class To, std::size_t count>
void assign(To (&to)[count], const std::array<int, count>& from) {
  std::copy(from.begin(), from.end(), to);
}

void describe_textures(const simt::TextureLimits& t, cudaDeviceProp& p) {
  p.textureAlignment = t.texture_alignment;
  p.texturePitchAlignment = t.texture_pitch_alignment;
  p.surfaceAlignment = t.surface_alignment;
  p.maxTexture1D = t.texture_1d;
  p.maxTexture1DMipmap = t.texture_1d_mipmap;
  assign(p.maxTexture2D, t.texture_2d);
  assign(p.maxTexture2DMipmap, t.texture_2d_mipmap);
  assign(p.maxTexture2DLinear, t.texture_2d_linear);
  assign(p.maxTexture2DGather, t.texture_2d_gather);
  assign(p.maxTexture3D, t.texture_3d);
  assign(p.maxTexture3DAlt, t.texture_3d_alternate);
  p.maxTextureCubemap = t.texture_cubemap;
  assign(p.maxTexture1DLayered, t.texture_1d_layers);
  assign(p.maxTexture2DLayered, t.texture_2d_layers);
  assign(p.maxTextureCubemapLayered, t.texture_cubemap_layers);
  p.maxSurface1D = t.surface_1d;
  assign(p.maxSurface2D, t.surface_2d);
  assign(p.maxSurface3D, t.surface_3d);
  assign(p.maxSurface1DLayered, t.surface_1d_layers);
  assign(p.maxSurface2DLayered, t.surface_2d_layers);
  p.maxSurfaceCubemap = t.surface_cubemap;
  assign(p.maxSurfaceCubemapLayered, t.surface_cubemap_layers);
}

/// Every other property is an attribute too; this is the one place that says which.
struct PropertyOfAttribute {
  int cudaDeviceProp::* property;
  cudaDeviceAttr attribute;
};
constexpr PropertyOfAttribute kProperties[] = {
    {&cudaDeviceProp::regsPerBlock, cudaDevAttrMaxRegistersPerBlock},
    {&cudaDeviceProp::warpSize, cudaDevAttrWarpSize},
    {&cudaDeviceProp::maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock},
    {&cudaDeviceProp::major, cudaDevAttrComputeCapabilityMajor},
    {&cudaDeviceProp::minor, cudaDevAttrComputeCapabilityMinor},
    {&cudaDeviceProp::multiProcessorCount, cudaDevAttrMultiProcessorCount},
    {&cudaDeviceProp::integrated, cudaDevAttrIntegrated},
    {&cudaDeviceProp::canMapHostMemory, cudaDevAttrCanMapHostMemory},
    {&cudaDeviceProp::concurrentKernels, cudaDevAttrConcurrentKernels},
    {&cudaDeviceProp::ECCEnabled, cudaDevAttrEccEnabled},
    {&cudaDeviceProp::pciBusID, cudaDevAttrPciBusId},
    {&cudaDeviceProp::pciDeviceID, cudaDevAttrPciDeviceId},
    {&cudaDeviceProp::pciDomainID, cudaDevAttrPciDomainId},
    {&cudaDeviceProp::tccDriver, cudaDevAttrTccDriver},
    {&cudaDeviceProp::asyncEngineCount, cudaDevAttrAsyncEngineCount},
    {&cudaDeviceProp::unifiedAddressing, cudaDevAttrUnifiedAddressing},
    {&cudaDeviceProp::memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth},
    {&cudaDeviceProp::l2CacheSize, cudaDevAttrL2CacheSize},
    {&cudaDeviceProp::persistingL2CacheMaxSize, cudaDevAttrMaxPersistingL2CacheSize},
    {&cudaDeviceProp::maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor},
    {&cudaDeviceProp::streamPrioritiesSupported, cudaDevAttrStreamPrioritiesSupported},
    {&cudaDeviceProp::globalL1CacheSupported, cudaDevAttrGlobalL1CacheSupported},
    {&cudaDeviceProp::localL1CacheSupported, cudaDevAttrLocalL1CacheSupported},
    {&cudaDeviceProp::regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor},
    {&cudaDeviceProp::managedMemory, cudaDevAttrManagedMemory},
    {&cudaDeviceProp::isMultiGpuBoard, cudaDevAttrIsMultiGpuBoard},
    {&cudaDeviceProp::multiGpuBoardGroupID, cudaDevAttrMultiGpuBoardGroupID},
    {&cudaDeviceProp::hostNativeAtomicSupported, cudaDevAttrHostNativeAtomicSupported},
    {&cudaDeviceProp::pageableMemoryAccess, cudaDevAttrPageableMemoryAccess},
    {&cudaDeviceProp::concurrentManagedAccess, cudaDevAttrConcurrentManagedAccess},
    {&cudaDeviceProp::computePreemptionSupported, cudaDevAttrComputePreemptionSupported},
    {&cudaDeviceProp::canUseHostPointerForRegisteredMem,
     cudaDevAttrCanUseHostPointerForRegisteredMem},
    {&cudaDeviceProp::cooperativeLaunch, cudaDevAttrCooperativeLaunch},
    {&cudaDeviceProp::pageableMemoryAccessUsesHostPageTables,
     cudaDevAttrPageableMemoryAccessUsesHostPageTables},
    {&cudaDeviceProp::directManagedMemAccessFromHost, cudaDevAttrDirectManagedMemAccessFromHost},
    {&cudaDeviceProp::maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor},
    {&cudaDeviceProp::accessPolicyMaxWindowSize, cudaDevAttrMaxAccessPolicyWindowSize},
    {&cudaDeviceProp::hostRegisterSupported, cudaDevAttrHostRegisterSupported},
    {&cudaDeviceProp::sparseCudaArraySupported, cudaDevAttrSparseCudaArraySupported},
    {&cudaDeviceProp::hostRegisterReadOnlySupported, cudaDevAttrHostRegisterReadOnlySupported},
    {&cudaDeviceProp::timelineSemaphoreInteropSupported,
     cudaDevAttrTimelineSemaphoreInteropSupported},
    {&cudaDeviceProp::memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported},
    {&cudaDeviceProp::gpuDirectRDMASupported, cudaDevAttrGPUDirectRDMASupported},
    {&cudaDeviceProp::gpuDirectRDMAWritesOrdering, cudaDevAttrGPUDirectRDMAWritesOrdering},
    {&cudaDeviceProp::deferredMappingCudaArraySupported,
     cudaDevAttrDeferredMappingCudaArraySupported},
    {&cudaDeviceProp::ipcEventSupported, cudaDevAttrIpcEventSupport},
    {&cudaDeviceProp::clusterLaunch, cudaDevAttrClusterLaunch},
    {&cudaDeviceProp::deviceNumaConfig, cudaDevAttrNumaConfig},
    {&cudaDeviceProp::deviceNumaId, cudaDevAttrNumaId},
    {&cudaDeviceProp::mpsEnabled, cudaDevAttrMpsEnabled},
    {&cudaDeviceProp::hostNumaId, cudaDevAttrHostNumaId},
    {&cudaDeviceProp::hostNumaMultinodeIpcSupported, cudaDevAttrHostNumaMultinodeIpcSupported},
    {&cudaDeviceProp::clockRate, cudaDevAttrClockRate},
    {&cudaDeviceProp::memoryClockRate, cudaDevAttrMemoryClockRate},
    {&cudaDeviceProp::deviceOverlap, cudaDevAttrGpuOverlap},
    {&cudaDeviceProp::kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout},
    {&cudaDeviceProp::computeMode, cudaDevAttrComputeMode},
    {&cudaDeviceProp::singleToDoublePrecisionPerfRatio,
     cudaDevAttrSingleToDoublePrecisionPerfRatio},
    {&cudaDeviceProp::maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth},
};

cudaDeviceProp describe(const DeviceProfile& profile) {
  cudaDeviceProp p{};
  profile.name.copy(p.name, sizeof p.name - 1);
  p.uuid = simt::device_uuid();
  p.totalGlobalMem = profile.global_memory_bytes;
  p.sharedMemPerBlock = profile.shared_bytes_per_block;
  p.sharedMemPerBlockOptin = profile.shared_bytes_per_block_optin;
  p.sharedMemPerMultiprocessor = profile.shared_bytes_per_multiprocessor;
  p.reservedSharedMemPerBlock = profile.reserved_shared_bytes_per_block;
  p.totalConstMem = profile.constant_bytes;
  p.memPitch = profile.largest_pitch;
  assign(p.maxThreadsDim, profile.block_extent);
  assign(p.maxGridSize, profile.grid_extent);
  describe_textures(profile.textures, p);
  for (const auto& [property, attribute] : kProperties)
    p.*property = attribute_of(profile, attribute).value();
  return p;
}

}  // namespace

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  simt::Runtime& state = simt::runtime();
  if (state.device_count == 0) return simt::remember(cudaErrorNoDevice);
  if (properties == nullptr) return simt::remember(cudaErrorInvalidValue);
  if (device != 0) return simt::remember(cudaErrorInvalidDevice);
  *properties = describe(state.profile);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  simt::Runtime& state = simt::runtime();
  if (state.device_count == 0) return simt::remember(cudaErrorNoDevice);
  if (value == nullptr) return simt::remember(cudaErrorInvalidValue);
  if (device != 0) return simt::remember(cudaErrorInvalidDevice);
  const auto known = attribute_of(state.profile, attribute);
  if (!known) return simt::remember(cudaErrorInvalidValue);
  *value = *known;
  return cudaSuccess;
}
