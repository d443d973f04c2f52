// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/launch_schedules.h"

#include <algorithm>

#include "simt/schedule/portfolio.h"
#include "simt/schedule/random.h"

namespace simt {
namespace {

/// A launch whose threads share nothing is run this often, with other contents of fresh memory.
constexpr std::uint64_t kIndependentSchedules = 4;

}  // namespace

LaunchSchedules::LaunchSchedules(const ExploreOptions& options, std::uint64_t launch,
                                 const std::string& kernel, bool independent)
    : options_(options), seed_(derive(options.seed, launch)) {
  for (const KnownFailure& failure : options.known)
    if (failure.kernel == kernel) known_.push_back(failure.token.schedule);
  count_ = known_.size() +
           (independent ? std::min(options.schedules, kIndependentSchedules) : options.schedules);
}

ScheduleSpec LaunchSchedules::at(std::uint64_t index, std::uint64_t fill) const {
  if (index < known_.size()) return known_[index];
  ScheduleSpec spec = portfolio_schedule(seed_, index - known_.size(), fill);
  if (options_.blocks) spec.blocks = *options_.blocks;
  if (options_.warps) spec.warps = *options_.warps;
  if (options_.lanes) spec.lanes = *options_.lanes;
  spec.late_stores = spec.late_stores && options_.late_stores;
  return spec;
}

}  // namespace simt
