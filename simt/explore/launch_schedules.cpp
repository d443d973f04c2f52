// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/launch_schedules.h"

#include <algorithm>

#include "simt/schedule/portfolio.h"
#include "simt/schedule/random.h"

namespace simt {
namespace {

/// A launch whose threads share nothing is run this often, with other contents of fresh memory.
constexpr std::uint64_t kIndependentSchedules = 4;

/// Of the launches of a whole program, which have not been counted.
constexpr std::uint64_t kUnknownSteps = 4096;

}  // namespace

LaunchSchedules::LaunchSchedules(const ExploreOptions& options, const LaunchReport& launch)
    : options_(options),
      seed_(derive(options.seed, launch.launch)),
      steps_(launch.steps != 0 ? launch.steps : kUnknownSteps),
      shapes_(launch.shapes) {
  for (const KnownFailure& failure : options.known)
    if (failure.kernel == launch.kernel) known_.push_back(failure.token.schedule);
  count_ =
      known_.size() + shapes_.size() +
      (launch.independent ? std::min(options.schedules, kIndependentSchedules) : options.schedules);
}

ScheduleSpec LaunchSchedules::at(std::uint64_t index, std::uint64_t fill) const {
  if (index < known_.size()) return known_[index];
  if (index >= count_ - shapes_.size()) {
    ScheduleSpec spec = canonical_schedule(fill);
    spec.shape = shapes_[index - (count_ - shapes_.size())];
    return spec;
  }
  ScheduleSpec spec = portfolio_schedule(seed_, index - known_.size(), fill);
  spec.steps = steps_;
  if (options_.blocks) spec.blocks = *options_.blocks;
  if (options_.warps) spec.warps = *options_.warps;
  if (options_.lanes) spec.lanes = *options_.lanes;
  spec.late_stores = spec.late_stores && options_.late_stores;
  return spec;
}

}  // namespace simt
