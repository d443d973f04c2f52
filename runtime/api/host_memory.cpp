// SPDX-License-Identifier: Apache-2.0
/// Pinned and registered host memory. CUDA Programming Guide, "Page-Locked Host Memory". All of it
/// is mapped, and the device's pointer is the host's, as with unified addressing.
#include <mutex>
#include <unordered_map>

#include "runtime/api/memory.h"

namespace simt {
namespace {

constexpr unsigned kAllocationFlags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
constexpr unsigned kRegistrationFlags = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                        cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

/// What each pinned allocation and each registration was made with, by its start.
struct Flags {
  std::unordered_map<std::uint64_t, unsigned> by_start;
  std::mutex mutex;
};

Flags& flags_table() {
  static auto* table = new Flags;
  return *table;
}

void note(const void* start, unsigned flags) {
  const std::lock_guard lock(flags_table().mutex);
  flags_table().by_start[reinterpret_cast<std::uint64_t>(start)] = flags | cudaHostAllocMapped;
}

void forget(const void* start) {
  const std::lock_guard lock(flags_table().mutex);
  flags_table().by_start.erase(reinterpret_cast<std::uint64_t>(start));
}

bool is_host(const MemoryPlace& place) {
  return place.bytes != 0 &&
         (place.kind == MemoryKind::kPinned || place.kind == MemoryKind::kRegistered);
}

cudaError_t allocate_pinned(void** pointer, std::size_t bytes, unsigned flags, const void* site) {
  return on_device([=](Runtime& state) {
    if ((flags & ~kAllocationFlags) != 0) return cudaErrorInvalidValue;
    const cudaError_t error = allocate(state, MemoryKind::kPinned, pointer, bytes, site);
    if (error == cudaSuccess && *pointer != nullptr) note(*pointer, flags);
    return error;
  });
}

}  // namespace

void forget_host_memory() {
  const std::lock_guard lock(flags_table().mutex);
  flags_table().by_start.clear();
}

}  // namespace simt

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return simt::allocate_pinned(pointer, bytes, cudaHostAllocDefault, __builtin_return_address(0));
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  return simt::allocate_pinned(pointer, bytes, flags, __builtin_return_address(0));
}

cudaError_t cudaFreeHost(void* pointer) {
  return simt::on_device([=](simt::Runtime& state) {
    if (pointer == nullptr) return cudaSuccess;
    state.backend->synchronize();
    if (!state.backend->release(simt::MemoryKind::kPinned, pointer)) return cudaErrorInvalidValue;
    simt::forget(pointer);
    return state.backend->error();
  });
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  return simt::on_device([=](simt::Runtime& state) {
    if (pointer == nullptr || bytes == 0 || (flags & ~simt::kRegistrationFlags) != 0)
      return cudaErrorInvalidValue;
    if ((flags & cudaHostRegisterIoMemory) != 0)
      return simt::unsupported("cudaHostRegisterIoMemory");
    if (!state.backend->register_host(pointer, bytes)) return cudaErrorHostMemoryAlreadyRegistered;
    simt::note(pointer, flags);
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return simt::on_device([=](simt::Runtime& state) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    const simt::MemoryPlace place = state.backend->find(pointer);
    if (place.kind != simt::MemoryKind::kRegistered) return cudaErrorHostMemoryNotRegistered;
    state.backend->synchronize();
    if (!state.backend->unregister_host(pointer)) return cudaErrorInvalidValue;
    simt::forget(pointer);
    return state.backend->error();
  });
}

cudaError_t cudaHostGetDevicePointer(void** devicePointer, void* hostPointer, unsigned int flags) {
  return simt::on_device([=](simt::Runtime& state) {
    if (devicePointer == nullptr || flags != 0 || !simt::is_host(state.backend->find(hostPointer)))
      return cudaErrorInvalidValue;
    *devicePointer = hostPointer;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* hostPointer) {
  return simt::on_device([=](simt::Runtime& state) {
    const simt::MemoryPlace place = state.backend->find(hostPointer);
    if (flags == nullptr || !simt::is_host(place)) return cudaErrorInvalidValue;
    const std::lock_guard lock(simt::flags_table().mutex);
    *flags = simt::flags_table().by_start[place.base];
    return cudaSuccess;
  });
}
