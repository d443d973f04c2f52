// SPDX-License-Identifier: Apache-2.0
/// Puts the parts of a campaign together, in whatever order they come and from whichever process.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/explore/launch_report.h"
#include "simt/explore/options.h"

namespace simt {

class CampaignTally {
 public:
  void add(const LaunchPart& part);

  /// In the order in which launches came first. `options` are the campaign's.
  std::vector<LaunchReport> launches(const ExploreOptions& options) const;
  std::vector<DoneSchedules> done() const;

  std::size_t launch_count() const { return launches_.size(); }
  /// Over all launches.
  std::uint64_t schedules() const { return schedules_; }
  std::size_t schedules_of(const LaunchKey& launch) const;
  /// Whether anything failed that is not rounding.
  bool has_failures() const { return has_failures_; }

 private:
  struct LaunchTally {
    LaunchPart first;
    double seconds = 0;
    std::map<std::uint64_t, ScheduleResult> results;
    std::map<std::string, Failure> failures;
  };
  static LaunchReport report(const LaunchTally& launch, const ExploreOptions& options);

  std::vector<LaunchTally> launches_;
  std::map<LaunchKey, std::size_t> index_;
  std::uint64_t schedules_ = 0;
  bool has_failures_ = false;
};

}  // namespace simt
