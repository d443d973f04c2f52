// SPDX-License-Identifier: Apache-2.0
/// The schedules that a launch is explored under.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/explore/options.h"
#include "simt/schedule/schedule.h"

namespace simt {

class LaunchSchedules {
 public:
  LaunchSchedules(const ExploreOptions& options, const LaunchReport& launch);

  std::uint64_t count() const { return count_; }

  /// The schedule `index`, counted from 0. Those that made a launch of this kernel fail before come
  /// first, then the portfolio's, then the launch's other shapes in the canonical order. `fill` is
  /// what the canonical schedule fills memory from.
  ScheduleSpec at(std::uint64_t index, std::uint64_t fill) const;

 private:
  const ExploreOptions& options_;
  std::uint64_t seed_;
  std::uint64_t steps_;
  std::vector<ScheduleSpec> known_;
  std::vector<LaunchShape> shapes_;
  std::uint64_t count_;
};

}  // namespace simt
