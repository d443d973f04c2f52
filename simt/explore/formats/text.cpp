// SPDX-License-Identifier: Apache-2.0
/// Campaigns as text, for people.
#include "simt/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simt/explore/campaign_report.h"
#include "simt/explore/failure_text.h"
#include "simt/explore/formats/names.h"
#include "simt/explore/launch_shapes.h"

namespace simt {
namespace {

/// The chance with which runs of PCT find a bug of their depth, at least: 1 - (1 - p)^runs, where
/// p = 1 / (members * steps^(depth - 1)).
double chance_to_find(const PctRuns& runs, std::uint64_t steps) {
  const double p =
      1 / (static_cast<double>(runs.members) *
           std::pow(static_cast<double>(std::max<std::uint64_t>(steps, 1)), runs.depth - 1.0));
  return -std::expm1(static_cast<double>(runs.runs) * std::log1p(-p));
}

/// Smaller chances are no reason to feel safe.
constexpr double kLeastChance = 1e-4;

std::string bounds_of(const LaunchReport& launch) {
  if (launch.pct.empty()) return "";
  std::string text;
  for (const PctRuns& runs : launch.pct) {
    const double chance = chance_to_find(runs, launch.steps);
    if (chance < kLeastChance) continue;
    text += fmt::format("{}{:.2g} (depth {}, {})", text.empty() ? "" : ", ", chance, runs.depth,
                        runs.level);
  }
  return fmt::format("  least probability of finding a bug, by the guarantee of pct alone: {}\n",
                     text.empty() ? fmt::format("below {}", kLeastChance) : text);
}

/// "1 launch", "2 launches".
std::string counted_launches(std::size_t count) {
  return fmt::format("{} launch{}", count, count == 1 ? "" : "es");
}

std::string text_of(const LaunchReport& launch) {
  std::string text = name_of(launch) + "\n";
  if (!launch.skipped.empty()) return text + fmt::format("  not explored: {}\n", launch.skipped);
  if (launch.own_finding)
    return text + "  fails under the canonical schedule; it was not explored further:\n" +
           account_of(*launch.own_finding);
  text += fmt::format(
      "  {}{} schedules, {} different result{}, {} order{} of {}{}\n", launch.schedules,
      launch.schedules < launch.wanted ? fmt::format(" of {}", launch.wanted) : "", launch.states,
      launch.states == 1 ? "" : "s", launch.orders, launch.orders == 1 ? "" : "s",
      launch.is_of_whole_program() ? "all decisions" : "conflicting accesses",
      launch.independent ? " (its threads share nothing: no order can matter)" : "");
  if (!launch.shapes.empty())
    text += fmt::format("  {} of them in other shapes, {} to {}\n", launch.shapes.size(),
                        to_text(launch.shapes.front()), to_text(launch.shapes.back()));
  if (!launch.note.empty()) text += fmt::format("  note: {}\n", launch.note);
  for (const Failure& failure : launch.failures) {
    text += fmt::format("  {}: {} of {} schedules, first {} ({})\n",
                        failure.is_failure() ? "FAILED" : "note", failure.count, launch.schedules,
                        failure.schedule, failure.strategies);
    text += fmt::format("  {}:\n{}", title(failure), to_text(failure));
    if (!failure.token.empty()) text += fmt::format("  token {}\n", failure.token);
  }
  if (!launch.independent) text += bounds_of(launch);
  return text;
}

std::string summary(const CampaignReport& campaign) {
  std::uint64_t schedules = 0;
  std::size_t failing = 0;
  double seconds = 0;
  std::size_t launches = 0;
  std::string program;
  for (const LaunchReport& launch : campaign.launches) {
    schedules += launch.schedules;
    seconds += launch.seconds;
    const bool fails =
        std::ranges::any_of(launch.failures, &Failure::is_failure) || launch.own_finding;
    if (launch.is_of_whole_program()) {
      if (launch.skipped.empty()) program = fails ? ", the program fails" : ", the program holds";
      continue;
    }
    ++launches;
    failing += fails ? 1 : 0;
  }
  return fmt::format("{}, {} schedules in {:.1f} s; {} fail{}{}; seed {}\n",
                     counted_launches(launches), schedules, seconds, counted_launches(failing),
                     failing == 1 ? "s" : "", program, campaign.options.seed);
}

}  // namespace

std::string to_text(const CampaignReport& campaign) {
  std::string text;
  for (const LaunchReport& launch : campaign.launches) {
    const bool quiet = launch.failures.empty() && launch.skipped.empty() && launch.note.empty() &&
                       !launch.own_finding;
    // One line a launch is enough where there is nothing to say of it.
    if (!quiet || campaign.launches.size() <= 20) text += text_of(launch);
  }
  if (!campaign.program_end.empty()) text += campaign.program_end + "\n";
  if (!campaign.unfinished.empty()) text += campaign.unfinished + "\n";
  return text + summary(campaign);
}

}  // namespace simt
