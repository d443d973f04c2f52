// SPDX-License-Identifier: Apache-2.0
/// The schedules that a launch is explored under.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/explore/options.h"
#include "simt/schedule/schedule.h"

namespace simt {

class LaunchSchedules {
 public:
  /// Of the launch `launch` of `kernel`, as LaunchReport counts and names them. `independent`: its
  /// threads share nothing.
  LaunchSchedules(const ExploreOptions& options, std::uint64_t launch, const std::string& kernel,
                  bool independent);

  std::uint64_t count() const { return count_; }

  /// The schedule `index`, counted from 0. Those that made a launch of this kernel fail before come
  /// first, then the portfolio's. `fill` is what the canonical schedule fills memory from.
  ScheduleSpec at(std::uint64_t index, std::uint64_t fill) const;

 private:
  const ExploreOptions& options_;
  std::uint64_t seed_;
  std::vector<ScheduleSpec> known_;
  std::uint64_t count_;
};

}  // namespace simt
