// SPDX-License-Identifier: Apache-2.0
/// Managed memory. CUDA Programming Guide, "Unified Memory Programming". Host and device share its
/// pages, so that prefetches and advice change nothing but what cudaMemRangeGetAttribute reports.
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>

#include "runtime/api/memory.h"
#include "runtime/api/stream.h"

namespace simt {
namespace {

struct Advice {
  bool read_mostly = false;
  bool accessed_by_device = false;
  cudaMemLocation preferred{cudaMemLocationTypeInvalid, 0};
  cudaMemLocation last_prefetch{cudaMemLocationTypeInvalid, 0};
};

/// Advice by address: each entry holds from its key to the next one's.
class AdviceMap {
 public:
  template <class Change>
  void change(std::uint64_t start, std::size_t bytes, Change&& change) {
    const std::lock_guard lock(mutex_);
    const auto first = split(start), last = split(start + bytes);
    for (auto part = first; part != last; ++part) change(part->second);
  }

  void forget(std::uint64_t start, std::size_t bytes) {
    change(start, bytes, [](Advice& advice) { advice = {}; });
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    parts_ = {{0, {}}};
  }

  /// Whether `same` holds for all of the range, and what its beginning was advised.
  template <class Same>
  std::pair<Advice, bool> look(std::uint64_t start, std::size_t bytes, Same&& same) {
    const std::lock_guard lock(mutex_);
    auto part = std::prev(parts_.upper_bound(start));
    const Advice advice = part->second;
    for (++part; part != parts_.end() && part->first < start + bytes; ++part)
      if (!same(advice, part->second)) return {advice, false};
    return {advice, true};
  }

 private:
  using Parts = std::map<std::uint64_t, Advice>;
  Parts::iterator split(std::uint64_t at) {
    const auto before = std::prev(parts_.upper_bound(at));
    return parts_.emplace(at, before->second).first;
  }

  Parts parts_{{0, {}}};
  std::mutex mutex_;
};

AdviceMap& advice_map() {
  static auto* map = new AdviceMap;
  return *map;
}

/// cudaErrorInvalidValue where the range is empty or not within one managed allocation.
cudaError_t check_range(const Runtime& state, const void* pointer, std::size_t bytes) {
  const MemoryPlace place = state.backend->find(pointer);
  const std::uint64_t offset = reinterpret_cast<std::uint64_t>(pointer) - place.base;
  return place.kind == MemoryKind::kManaged && bytes != 0 && offset < place.bytes &&
                 bytes <= place.bytes - offset
             ? cudaSuccess
             : cudaErrorInvalidValue;
}

cudaError_t check_location(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return location.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNumaCurrent:
      return cudaSuccess;
    case cudaMemLocationTypeHostNuma:
      return location.id == 0 ? cudaSuccess : cudaErrorInvalidValue;
    default:
      return cudaErrorInvalidValue;
  }
}

bool same_location(const cudaMemLocation& a, const cudaMemLocation& b) {
  return a.type == b.type && a.id == b.id;
}

/// As the attributes that answer with a device number have it.
int device_number(const cudaMemLocation& location) {
  if (location.type == cudaMemLocationTypeDevice) return location.id;
  return location.type == cudaMemLocationTypeInvalid ? cudaInvalidDeviceId : cudaCpuDeviceId;
}

bool advise(Advice& advice, cudaMemoryAdvise what, const cudaMemLocation& location) {
  switch (what) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      advice.read_mostly = what == cudaMemAdviseSetReadMostly;
      return true;
    case cudaMemAdviseSetPreferredLocation:
      advice.preferred = location;
      return true;
    case cudaMemAdviseUnsetPreferredLocation:
      advice.preferred = {cudaMemLocationTypeInvalid, 0};
      return true;
    case cudaMemAdviseSetAccessedBy:
    case cudaMemAdviseUnsetAccessedBy:
      if (location.type == cudaMemLocationTypeDevice)
        advice.accessed_by_device = what == cudaMemAdviseSetAccessedBy;
      return true;
  }
  return false;
}

/// The location that a "location" attribute speaks of, and whether it is one.
const cudaMemLocation* location_of(const Advice& advice, cudaMemRangeAttribute attribute) {
  switch (attribute) {
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationType:
    case cudaMemRangeAttributePreferredLocationId:
      return &advice.preferred;
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationType:
    case cudaMemRangeAttributeLastPrefetchLocationId:
      return &advice.last_prefetch;
    default:
      return nullptr;
  }
}

int location_answer(const cudaMemLocation& location, cudaMemRangeAttribute attribute) {
  switch (attribute) {
    case cudaMemRangeAttributePreferredLocationType:
    case cudaMemRangeAttributeLastPrefetchLocationType:
      return location.type;
    case cudaMemRangeAttributePreferredLocationId:
    case cudaMemRangeAttributeLastPrefetchLocationId:
      return location.id;
    default:
      return device_number(location);
  }
}

}  // namespace

void forget_advice(const MemoryPlace& place) {
  if (place.kind == MemoryKind::kManaged) advice_map().forget(place.base, place.bytes);
}

void forget_all_advice() { advice_map().clear(); }

}  // namespace simt

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags) {
  const void* const site = __builtin_return_address(0);
  return simt::on_device([=](simt::Runtime& state) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return cudaErrorInvalidValue;
    return simt::allocate(state, simt::MemoryKind::kManaged, pointer, bytes, site);
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream) {
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream&) {
    if (flags != 0) return cudaErrorInvalidValue;
    if (const auto error = simt::check_range(state, pointer, bytes); error != cudaSuccess)
      return error;
    if (const auto error = simt::check_location(location); error != cudaSuccess) return error;
    simt::advice_map().change(reinterpret_cast<std::uint64_t>(pointer), bytes,
                              [&](simt::Advice& advice) { advice.last_prefetch = location; });
    return cudaSuccess;
  });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return simt::on_device([=](simt::Runtime& state) {
    if (const auto error = simt::check_range(state, pointer, bytes); error != cudaSuccess)
      return error;
    const bool needs_location =
        advice == cudaMemAdviseSetPreferredLocation || advice == cudaMemAdviseSetAccessedBy;
    if (const auto error = simt::check_location(location); needs_location && error != cudaSuccess)
      return error;
    bool known = true;
    simt::advice_map().change(
        reinterpret_cast<std::uint64_t>(pointer), bytes,
        [&](simt::Advice& part) { known = simt::advise(part, advice, location); });
    return known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* dataBytes,
                                      cudaMemRangeAttribute* attributes, size_t count,
                                      const void* pointer, size_t bytes) {
  if (data == nullptr || dataBytes == nullptr || attributes == nullptr || count == 0)
    return simt::remember(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (const auto error =
            cudaMemRangeGetAttribute(data[i], dataBytes[i], attributes[i], pointer, bytes);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataBytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, size_t bytes) {
  return simt::on_device([=](simt::Runtime& state) {
    if (data == nullptr || dataBytes < sizeof(int) || dataBytes % sizeof(int) != 0)
      return cudaErrorInvalidValue;
    if (const auto error = simt::check_range(state, pointer, bytes); error != cudaSuccess)
      return error;
    const auto start = reinterpret_cast<std::uint64_t>(pointer);
    const auto answer = [&](int value) {
      std::memcpy(data, &value, sizeof value);
      return cudaSuccess;
    };
    if (attribute == cudaMemRangeAttributeReadMostly) {
      const auto [advice, uniform] = simt::advice_map().look(
          start, bytes,
          [](const auto& a, const auto& b) { return a.read_mostly == b.read_mostly; });
      return answer(uniform && advice.read_mostly);
    }
    if (attribute == cudaMemRangeAttributeAccessedBy) {
      const auto [advice, uniform] =
          simt::advice_map().look(start, bytes, [](const auto& a, const auto& b) {
            return a.accessed_by_device == b.accessed_by_device;
          });
      for (size_t i = 0; i < dataBytes / sizeof(int); ++i)
        static_cast<int*>(data)[i] = cudaInvalidDeviceId;
      return uniform && advice.accessed_by_device ? answer(0) : cudaSuccess;
    }
    const auto [advice, uniform] =
        simt::advice_map().look(start, bytes, [=](const auto& a, const auto& b) {
          const cudaMemLocation* const first = simt::location_of(a, attribute);
          return first != nullptr && simt::same_location(*first, *simt::location_of(b, attribute));
        });
    const cudaMemLocation* const location = simt::location_of(advice, attribute);
    if (location == nullptr) return cudaErrorInvalidValue;
    return answer(simt::location_answer(
        uniform ? *location : cudaMemLocation{cudaMemLocationTypeInvalid, 0}, attribute));
  });
}
