// SPDX-License-Identifier: Apache-2.0
/// Attributes of kernels. CUDA Runtime API reference, "cudaFuncGetAttributes",
/// "cudaFuncSetAttribute".
#include "runtime/api/function.h"

#include "runtime/api/kernel_limits.h"

namespace {

using simt::on_kernel;

cudaError_t set_dynamic_shared(const simt::Runtime& state, simt::Kernel& kernel, int bytes) {
  const std::size_t fixed = state.backend->static_shared_bytes(*kernel.record);
  if (bytes < 0 || fixed + bytes > state.profile.shared_bytes_per_block_optin)
    return cudaErrorInvalidValue;
  kernel.attributes.max_dynamic_shared_bytes = bytes;
  return cudaSuccess;
}

cudaError_t set_carveout(simt::Kernel& kernel, int percent) {
  if (percent < cudaSharedmemCarveoutDefault || percent > cudaSharedmemCarveoutMaxShared)
    return cudaErrorInvalidValue;
  kernel.attributes.shared_memory_carveout = percent;
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return on_kernel(function, [=](simt::Runtime& state, simt::Kernel& kernel) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    const simt::DeviceProfile& profile = state.profile;
    const int version = profile.compute_capability_major * 10 + profile.compute_capability_minor;
    *attributes = {};
    attributes->sharedSizeBytes = state.backend->static_shared_bytes(*kernel.record);
    attributes->constSizeBytes = state.backend->constant_bytes(kernel.module->id);
    attributes->localSizeBytes = kernel.record->local_bytes;
    attributes->maxThreadsPerBlock = simt::max_threads_per_block(profile, kernel);
    attributes->numRegs = simt::kRegistersPerThread;
    attributes->ptxVersion = version;
    attributes->binaryVersion = version;
    attributes->maxDynamicSharedSizeBytes =
        static_cast<int>(simt::max_dynamic_shared_bytes(state, kernel));
    attributes->preferredShmemCarveout = kernel.attributes.shared_memory_carveout;
    attributes->nonPortableClusterSizeAllowed = kernel.attributes.non_portable_cluster_size;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return on_kernel(function, [=](simt::Runtime& state, simt::Kernel& kernel) {
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        return set_dynamic_shared(state, kernel, value);
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        return set_carveout(kernel, value);
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        kernel.attributes.non_portable_cluster_size = value != 0;
        return cudaSuccess;
      case cudaFuncAttributeClusterSchedulingPolicyPreference:
        return cudaSuccess;
      case cudaFuncAttributeClusterDimMustBeSet:
      case cudaFuncAttributeRequiredClusterWidth:
      case cudaFuncAttributeRequiredClusterHeight:
      case cudaFuncAttributeRequiredClusterDepth:
        return simt::unsupported("a kernel that requires clusters");
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) {
  return on_kernel(function, [=](simt::Runtime&, simt::Kernel&) {
    return config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual
               ? cudaSuccess
               : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig config) {
  return on_kernel(function, [=](simt::Runtime&, simt::Kernel&) {
    return config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte
               ? cudaSuccess
               : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return on_kernel(function, [=](simt::Runtime&, simt::Kernel& kernel) {
    if (name == nullptr) return cudaErrorInvalidValue;
    *name = kernel.record->name;
    return cudaSuccess;
  });
}
