// SPDX-License-Identifier: Apache-2.0
/// What the explorer tells whoever watches a run.
#pragma once

#include <cstdint>

#include "simt/abi/kernel_abi.h"
#include "simt/schedule/schedule.h"

namespace simt {

/// Whether an access there may change memory.
inline bool writes(const simt_site_record& site) {
  return site.kind != SIMT_ACCESS_READ && site.kind != SIMT_ACCESS_ATOMIC_READ;
}

/// Whether the thread gets what was there before.
inline bool reads(const simt_site_record& site) {
  return site.kind == SIMT_ACCESS_READ || site.kind == SIMT_ACCESS_ATOMIC_READ ||
         site.kind == SIMT_ACCESS_ATOMIC_UPDATE;
}

/// Whether threads communicate by such accesses without a barrier.
inline bool synchronises(const simt_site_record& site) {
  return site.kind >= SIMT_ACCESS_ATOMIC_READ || (site.flags & SIMT_ACCESS_VOLATILE) != 0;
}

/// One access of one thread, at the moment when it is made; a store that is seen late, when it is.
struct AccessEvent {
  ThreadNumber thread = 0;
  /// Decision points and accesses of the thread up to this one.
  std::uint64_t step = 0;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  const simt_site_record* site = nullptr;
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_access(const AccessEvent& event) = 0;
};

}  // namespace simt
