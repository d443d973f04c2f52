// SPDX-License-Identifier: Apache-2.0
/// One CUDA thread of a resident block.
#pragma once

#include <cstdint>

#include "simt/abi/kernel_abi.h"
#include "simt/fiber/fiber.h"
#include "simt/report/finding.h"
#include "simt/schedule/strategy.h"

namespace simt {

enum class ThreadState : std::uint8_t {
  kUnstarted,
  kRunnable,
  kAtBarrier,
  kInCollective,
  kAtActiveMask,
  kAtGridBarrier,
  kExited,
};

/// Where a thread stands: at an instrumented access, or else at a code address; at neither before
/// it starts.
struct ThreadStop {
  const simt_site_record* site = nullptr;
  const void* where = nullptr;
};

struct Thread {
  /// Null before the thread starts and after it ends.
  Fiber* fiber = nullptr;
  /// Code address of the decision point where the thread last stopped; tells where it waits.
  const void* where = nullptr;
  /// What the collective that the thread waits in answers.
  std::uint64_t result = 0;
  Index3 index;
  /// x + y * blockDim.x + z * blockDim.x * blockDim.y; lane and warp derive from it.
  std::uint16_t linear = 0;
  ThreadState state = ThreadState::kUnstarted;
  /// How many block barriers the thread has come to.
  std::uint32_t barriers = 0;
  /// The barrier joins that the thread has passed, one bit each.
  std::uint64_t joins = 0;
  /// Which of the block's barriers the thread came to last, counted from 0.
  std::uint32_t generation = 0;
  /// Decision points and memory accesses so far; counted by the explorer.
  std::uint64_t steps = 0;
  /// How often in a row the thread looked in vain at what it waits for; counted by the explorer.
  unsigned looks = 0;
  /// The access that the thread makes next, and where; only while it is at one.
  Access pending;
  const simt_site_record* site = nullptr;

  unsigned lane() const { return linear % 32u; }
  unsigned warp() const { return linear / 32u; }
  ThreadStop stop() const { return {site, where}; }
};

}  // namespace simt
