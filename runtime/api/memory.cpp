// SPDX-License-Identifier: Apache-2.0
/// Device memory. CUDA Runtime API reference, "Memory Management".
#include "runtime/api/memory.h"

#include "driver_functions.h"
#include "runtime/api/pool.h"

namespace simt {
namespace {

/// Rows begin where texture units and coalesced accesses want them.
std::size_t pitch_of(const Runtime& state, std::size_t width) {
  const std::size_t unit = state.profile.textures.texture_alignment;
  return (width + unit - 1) / unit * unit;
}

/// width x height x depth, or empty where that passes 64 bits.
std::optional<std::size_t> product(std::size_t width, std::size_t height, std::size_t depth) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(width, height, &bytes) || __builtin_mul_overflow(bytes, depth, &bytes))
    return std::nullopt;
  return bytes;
}

cudaError_t allocate_pitched(Runtime& state, void** pointer, std::size_t* pitch,
                             const cudaExtent& extent, const void* site) {
  const auto [width, height, depth] = extent;
  if (width == 0 || height == 0 || depth == 0) {
    *pointer = nullptr;
    *pitch = 0;
    return cudaSuccess;
  }
  if (width > state.profile.largest_pitch) return cudaErrorInvalidValue;
  *pitch = pitch_of(state, width);
  const auto bytes = product(*pitch, height, depth);
  return bytes ? allocate(state, MemoryKind::kDevice, pointer, *bytes, site)
               : cudaErrorMemoryAllocation;
}

}  // namespace

cudaError_t allocate(Runtime& state, MemoryKind kind, void** pointer, std::size_t bytes,
                     const void* site) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  if (bytes == 0) {
    *pointer = nullptr;
    return cudaSuccess;
  }
  void* const address = state.backend->allocate(kind, bytes, site);
  if (address == nullptr) return cudaErrorMemoryAllocation;
  *pointer = address;
  return cudaSuccess;
}

}  // namespace simt

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  const void* const site = __builtin_return_address(0);
  return simt::on_device([=](simt::Runtime& state) {
    return simt::allocate(state, simt::MemoryKind::kDevice, pointer, bytes, site);
  });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  const void* const site = __builtin_return_address(0);
  return simt::on_device([=](simt::Runtime& state) {
    if (pointer == nullptr || pitch == nullptr) return cudaErrorInvalidValue;
    return simt::allocate_pitched(state, pointer, pitch, make_cudaExtent(width, height, 1), site);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  const void* const site = __builtin_return_address(0);
  return simt::on_device([=](simt::Runtime& state) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    *pointer = make_cudaPitchedPtr(nullptr, 0, extent.width, extent.height);
    return simt::allocate_pitched(state, &pointer->ptr, &pointer->pitch, extent, site);
  });
}

cudaError_t cudaFree(void* pointer) {
  return simt::on_device([=](simt::Runtime& state) {
    if (pointer == nullptr) return cudaSuccess;
    const simt::MemoryPlace place = state.backend->find(pointer);
    if (place.kind != simt::MemoryKind::kDevice && place.kind != simt::MemoryKind::kManaged)
      return cudaErrorInvalidValue;
    // Nothing may still use the memory: as on hardware, freeing waits for the device.
    state.backend->synchronize();
    if (const cudaError_t error = state.backend->error(); error != cudaSuccess) return error;
    if (!state.backend->release(place.kind, pointer)) return cudaErrorInvalidValue;
    simt::forget_pool_allocation(pointer);
    simt::forget_advice(place);
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return simt::on_device([=](simt::Runtime& state) {
    const std::size_t all = state.profile.global_memory_bytes;
    if (free != nullptr) *free = all - state.backend->device_bytes_in_use();
    if (total != nullptr) *total = all;
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return simt::on_device([=](simt::Runtime& state) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    void* const address = const_cast<void*>(pointer);
    const simt::MemoryPlace place = state.backend->find(pointer);
    *attributes = {.type = cudaMemoryTypeUnregistered,
                   .device = cudaInvalidDeviceId,
                   .devicePointer = nullptr,
                   .hostPointer = address,
                   .reserved = {}};
    if (place.bytes == 0) return cudaSuccess;
    attributes->device = 0;
    attributes->devicePointer = address;
    switch (place.kind) {
      case simt::MemoryKind::kDevice:
        attributes->type = cudaMemoryTypeDevice;
        attributes->hostPointer = nullptr;
        break;
      case simt::MemoryKind::kManaged:
        attributes->type = cudaMemoryTypeManaged;
        break;
      default:
        attributes->type = cudaMemoryTypeHost;
    }
    return cudaSuccess;
  });
}
