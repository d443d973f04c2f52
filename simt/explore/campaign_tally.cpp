// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/campaign_tally.h"

#include <algorithm>
#include <set>
#include <utility>

#include "simt/explore/launch_schedules.h"
#include "simt/schedule/strategy.h"

namespace simt {
namespace {

/// Counts schedules that come with a guarantee.
void count_pct(const ScheduleSpec& schedule, LaunchReport& report) {
  const std::uint64_t warps = (report.block.count() + 31) / 32;
  const auto count = [&](const char* level, const StrategySpec& strategy, std::uint64_t members) {
    if (strategy.name != "pct") return;
    const std::uint32_t depth = strategy.parameter == 0 ? kDefaultPctDepth : strategy.parameter;
    const auto known = std::ranges::find_if(report.pct, [&](const PctRuns& runs) {
      return runs.level == level && runs.depth == depth;
    });
    if (known != report.pct.end())
      ++known->runs;
    else
      report.pct.push_back({level, depth, 1, members});
  };
  count("blocks", schedule.blocks, report.grid.count());
  count("warps", schedule.warps, report.grid.count() * warps);
  count("lanes", schedule.lanes, report.grid.count() * report.block.count());
}

}  // namespace

void CampaignTally::add(const LaunchPart& part) {
  const auto [place, fresh] = index_.try_emplace(part.key(), launches_.size());
  if (fresh) {
    launches_.emplace_back().first = part;
    has_failures_ |= part.launch.own_finding.has_value();
  }
  LaunchTally& launch = launches_[place->second];
  launch.seconds += part.launch.seconds;
  for (const ScheduleResult& result : part.results)
    // A damaged folder may name schedules that there are not.
    if (result.schedule < part.launch.wanted)
      schedules_ += launch.results.try_emplace(result.schedule, result).second ? 1 : 0;
  for (const auto& [signature, failure] : part.failures) {
    has_failures_ |= failure.is_failure();
    const auto [known, first] = launch.failures.try_emplace(signature, failure);
    if (!first && failure.schedule < known->second.schedule) known->second = failure;
  }
}

std::vector<LaunchReport> CampaignTally::launches(const ExploreOptions& options) const {
  std::vector<LaunchReport> reports;
  for (const LaunchTally& launch : launches_) reports.push_back(report(launch, options));
  return reports;
}

std::size_t CampaignTally::schedules_of(const LaunchKey& launch) const {
  const auto place = index_.find(launch);
  return place == index_.end() ? 0 : launches_[place->second].results.size();
}

std::vector<DoneSchedules> CampaignTally::done() const {
  std::vector<DoneSchedules> done;
  for (const auto& [key, index] : index_) {
    DoneSchedules& launch = done.emplace_back();
    launch.launch = key;
    for (const auto& [schedule, result] : launches_[index].results)
      launch.schedules.push_back(schedule);
  }
  return done;
}

LaunchReport CampaignTally::report(const LaunchTally& launch, const ExploreOptions& options) {
  LaunchReport report = launch.first.launch;
  report.seconds = launch.seconds;
  if (!report.skipped.empty()) return report;
  const LaunchSchedules schedules(options, report);
  report.schedules = launch.results.size();
  std::set<std::uint64_t> states{0};
  std::set<std::uint64_t> orders{launch.first.order};
  std::map<std::string, Failure> failures = launch.failures;
  for (auto& [signature, failure] : failures) failure.count = 0;
  for (const auto& [index, result] : launch.results) {
    states.insert(result.state);
    orders.insert(result.order);
    if (!report.is_of_whole_program()) count_pct(schedules.at(index, 0), report);
    if (const auto failure = failures.find(result.failure); failure != failures.end())
      ++failure->second.count;
  }
  // What fails in order as well does not lack a fence: late stores are one more way to see it.
  for (auto& [signature, late] : failures) {
    if (late.cause != Failure::Cause::kLateStores) continue;
    const auto in_order = std::ranges::find_if(failures, [&](const auto& other) {
      return other.second.cause == Failure::Cause::kOrder && other.second.kind == late.kind;
    });
    if (in_order != failures.end()) in_order->second.count += std::exchange(late.count, 0);
  }
  std::erase_if(failures, [](const auto& failure) { return failure.second.count == 0; });
  report.states = states.size();
  report.orders = orders.size();
  for (auto& [signature, failure] : failures) report.failures.push_back(std::move(failure));
  // Launches that fail first: results may differ for better reasons.
  std::ranges::sort(report.failures, {}, [](const Failure& failure) {
    return std::pair(!failure.finding, failure.schedule);
  });
  return report;
}

}  // namespace simt
