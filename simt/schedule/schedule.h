// SPDX-License-Identifier: Apache-2.0
/// A schedule as a recipe: the strategies, their seed, and whatever else a run of a launch depends
/// on. The same recipe gives the same run, on every machine.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/grid/launch.h"
#include "simt/schedule/strategy.h"

namespace simt {

/// A thread of a launch by number: the block's number times 1024, plus the thread's place in it.
using ThreadNumber = std::uint64_t;
inline constexpr std::uint64_t kThreadsPerBlock = 1024;
/// Stands for the beginning of a launch, when no thread has run.
inline constexpr ThreadNumber kNobody = ~std::uint64_t{0};

/// In a deviation: the thread does not give way, its store is seen late.
inline constexpr ThreadNumber kLateStore = kNobody - 1;

/// A point where a schedule leaves the sequential one: when the thread `at` has come to its
/// decision point or access number `step`, the thread `next` goes on; or, with kLateStore, other
/// threads see the store that it makes there late.
struct Deviation {
  ThreadNumber at = 0;
  std::uint64_t step = 0;
  ThreadNumber next = 0;
  friend auto operator<=>(const Deviation&, const Deviation&) = default;
};

struct ScheduleSpec {
  StrategySpec blocks{"sequential"};
  StrategySpec warps{"sequential"};
  StrategySpec lanes{"sequential"};
  /// Seed of the strategies.
  std::uint64_t seed = 0;
  /// About how many steps the launch takes, for strategies that spread changes over them; 1 or
  /// more.
  std::uint64_t steps = 1;
  /// Seed of what fresh shared memory, and global memory that nothing wrote, holds.
  std::uint64_t fill = 0;
  /// Steps of others after which a thread that spins looks again.
  std::uint32_t spin_delay = 64;
  /// Whether lanes that ask for the active mask together may be told only of some of them.
  bool split_active_masks = false;
  /// Whether plain stores to global memory are seen late by other threads: some, as the seed says.
  bool late_stores = false;
  /// Whether the strategies only say in which order blocks start, and the schedule is sequential
  /// save for `deviations`.
  bool deviating = false;
  std::vector<Deviation> deviations;
  /// In place of the launch's own, for kernels whose results must not depend on it.
  std::optional<LaunchShape> shape;

  /// "random/pct:3/sequential": the strategies from the outermost level inwards.
  std::string strategies() const;

  friend bool operator==(const ScheduleSpec&, const ScheduleSpec&) = default;
};

/// The schedule that defines what a launch's result ought to be: in order, as few switches as
/// possible, memory filled from `seed`.
ScheduleSpec canonical_schedule(std::uint64_t seed);

/// `launch` in the shape that `schedule` gives it.
Launch shaped(const Launch& launch, const ScheduleSpec& schedule);

}  // namespace simt
