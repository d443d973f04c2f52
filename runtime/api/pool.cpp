// SPDX-License-Identifier: Apache-2.0
/// Stream-ordered allocation: see runtime/api/pool.h. An address is handed out at once and its
/// memory returns when the stream gets to the free; pools count, they do not hold memory back.
#include "runtime/api/pool.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "runtime/api/handle_table.h"
#include "runtime/api/memory.h"
#include "runtime/api/stream.h"

struct CUmemPoolHandle_st {
  std::uint64_t release_threshold = 0;
  std::uint64_t used = 0;
  std::uint64_t used_high = 0;
  int follow_event_dependencies = 1;
  int allow_opportunistic = 1;
  int allow_internal_dependencies = 1;
};

namespace simt {
namespace {

struct PoolAllocation {
  std::shared_ptr<CUmemPoolHandle_st> pool;
  std::size_t bytes = 0;
};

struct Pools {
  HandleTable<CUmemPoolHandle_st> table;
  cudaMemPool_t standard = table.add(std::make_shared<CUmemPoolHandle_st>());
  cudaMemPool_t current = standard;
  std::unordered_map<const void*, PoolAllocation> allocations;
  /// cudaMalloc's memory that a stream is to free.
  std::unordered_set<const void*> closing;
  std::mutex mutex;
};

Pools& pools() {
  static auto* all = new Pools;
  return *all;
}

cudaError_t allocate_from(Runtime& state, cudaMemPool_t handle, void** pointer, std::size_t bytes,
                          const void* site) {
  Pools& all = pools();
  const std::lock_guard lock(all.mutex);
  const auto pool = all.table.find(handle == nullptr ? all.current : handle);
  if (!pool) return cudaErrorInvalidValue;
  const cudaError_t error = allocate(state, MemoryKind::kDevice, pointer, bytes, site);
  if (error != cudaSuccess || *pointer == nullptr) return error;
  all.closing.erase(*pointer);
  all.allocations[*pointer] = {pool, bytes};
  pool->used += bytes;
  pool->used_high = std::max(pool->used_high, pool->used);
  return cudaSuccess;
}

cudaError_t free_in(Runtime& state, Stream& stream, void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  Pools& all = pools();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.allocations.find(pointer); found != all.allocations.end()) {
    found->second.pool->used -= found->second.bytes;
    all.allocations.erase(found);
  } else {
    const MemoryPlace place = state.backend->find(pointer);
    const bool starts_one = place.kind == MemoryKind::kDevice && place.bytes != 0 &&
                            place.base == reinterpret_cast<std::uint64_t>(pointer);
    if (!starts_one || all.closing.contains(pointer)) return cudaErrorInvalidValue;
  }
  all.closing.insert(pointer);
  state.backend->submit(stream, Release{pointer});
  return cudaSuccess;
}

template <class Value>
cudaError_t get(void* to, const Value& value) {
  *static_cast<Value*>(to) = value;
  return cudaSuccess;
}

template <class Value>
cudaError_t set(Value& value, const void* from) {
  value = *static_cast<const Value*>(from);
  return cudaSuccess;
}

/// on_device() with the pool, under the lock.
template <class Body>
cudaError_t on_pool(cudaMemPool_t handle, Body&& body) {
  return on_device([&](Runtime&) -> cudaError_t {
    const std::lock_guard lock(pools().mutex);
    const auto pool = pools().table.find(handle);
    return pool ? body(*pool) : cudaErrorInvalidValue;
  });
}

cudaError_t get_pool(cudaMemPool_t* pool, int device, cudaMemPool_t value) {
  return on_device([=](Runtime&) {
    if (pool == nullptr) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *pool = value;
    return cudaSuccess;
  });
}

}  // namespace

void forget_pool_allocation(const void* pointer) {
  Pools& all = pools();
  const std::lock_guard lock(all.mutex);
  all.closing.erase(pointer);
  const auto found = all.allocations.find(pointer);
  if (found == all.allocations.end()) return;
  found->second.pool->used -= found->second.bytes;
  all.allocations.erase(found);
}

void reset_pools() {
  Pools& all = pools();
  const std::lock_guard lock(all.mutex);
  all.allocations.clear();
  all.closing.clear();
  all.table.clear();
  all.current = all.standard = all.table.add(std::make_shared<CUmemPoolHandle_st>());
}

}  // namespace simt

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  const void* const site = __builtin_return_address(0);
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream&) {
    return simt::allocate_from(state, nullptr, pointer, bytes, site);
  });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  const void* const site = __builtin_return_address(0);
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream&) {
    if (pool == nullptr) return cudaErrorInvalidValue;
    return simt::allocate_from(state, pool, pointer, bytes, site);
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream& queue) {
    return simt::free_in(state, queue, pointer);
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return simt::get_pool(pool, device, simt::pools().standard);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return simt::get_pool(pool, device, simt::pools().current);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return simt::on_pool(pool, [=](CUmemPoolHandle_st&) {
    if (device != 0) return cudaErrorInvalidDevice;
    simt::pools().current = pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return simt::on_device([=](simt::Runtime&) {
    if (pool == nullptr || properties == nullptr ||
        properties->allocType != cudaMemAllocationTypePinned)
      return cudaErrorInvalidValue;
    if (properties->handleTypes != cudaMemHandleTypeNone)
      return simt::unsupported("sharing a memory pool between processes");
    if (properties->location.type != cudaMemLocationTypeDevice)
      return simt::unsupported("a memory pool outside the device");
    if (properties->location.id != 0) return cudaErrorInvalidDevice;
    *pool = simt::pools().table.add(std::make_shared<CUmemPoolHandle_st>());
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return simt::on_pool(pool, [=](CUmemPoolHandle_st&) {
    simt::Pools& all = simt::pools();
    if (pool == all.standard) return cudaErrorInvalidValue;
    if (pool == all.current) all.current = all.standard;
    all.table.remove(pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return simt::on_pool(pool, [](CUmemPoolHandle_st&) { return cudaSuccess; });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return simt::on_pool(pool, [=](const CUmemPoolHandle_st& found) {
    if (value == nullptr) return cudaErrorInvalidValue;
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
        return simt::get(value, found.follow_event_dependencies);
      case cudaMemPoolReuseAllowOpportunistic:
        return simt::get(value, found.allow_opportunistic);
      case cudaMemPoolReuseAllowInternalDependencies:
        return simt::get(value, found.allow_internal_dependencies);
      case cudaMemPoolAttrReleaseThreshold:
        return simt::get(value, found.release_threshold);
      case cudaMemPoolAttrReservedMemCurrent:
      case cudaMemPoolAttrUsedMemCurrent:
        return simt::get(value, found.used);
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:
        return simt::get(value, found.used_high);
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return simt::on_pool(pool, [=](CUmemPoolHandle_st& found) {
    if (value == nullptr) return cudaErrorInvalidValue;
    switch (attribute) {
      case cudaMemPoolReuseFollowEventDependencies:
        return simt::set(found.follow_event_dependencies, value);
      case cudaMemPoolReuseAllowOpportunistic:
        return simt::set(found.allow_opportunistic, value);
      case cudaMemPoolReuseAllowInternalDependencies:
        return simt::set(found.allow_internal_dependencies, value);
      case cudaMemPoolAttrReleaseThreshold:
        return simt::set(found.release_threshold, value);
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:
        // High-water marks can only be set back.
        if (*static_cast<const std::uint64_t*>(value) != 0) return cudaErrorInvalidValue;
        found.used_high = found.used;
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* descriptions,
                                 size_t count) {
  return simt::on_pool(pool, [=](CUmemPoolHandle_st&) {
    if (descriptions == nullptr && count != 0) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      const cudaMemAccessDesc& description = descriptions[i];
      if (description.location.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
      if (description.location.id != 0) return cudaErrorInvalidDevice;
      // The device that holds a pool always has access to it.
      if (description.flags != cudaMemAccessFlagsProtReadWrite) return cudaErrorInvalidValue;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  return simt::on_pool(pool, [=](CUmemPoolHandle_st&) {
    if (flags == nullptr || location == nullptr) return cudaErrorInvalidValue;
    const bool here = location->type == cudaMemLocationTypeDevice && location->id == 0;
    *flags = here ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}
