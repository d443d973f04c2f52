// SPDX-License-Identifier: Apache-2.0
/// Exploring from inside a program: simt/testing.h.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "runtime/api/runtime.h"
#include "runtime/include/simt/testing.h"
#include "simt/explore/campaign_report.h"
#include "simt/explore/corpus.h"
#include "simt/explore/failure_text.h"
#include "simt/explore/formats/names.h"
#include "simt/report/text.h"

namespace simt {
namespace {

std::optional<StrategySpec> strategy_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return parse_strategy(text);
}

ExploreOptions options_of(const ExplorationOptions& given, const TestSettings& settings,
                          std::uint64_t seed) {
  if (!(given.seconds >= 0) || !(given.relative_tolerance >= 0) || !(given.absolute_tolerance >= 0))
    throw std::invalid_argument("ExplorationOptions: times and tolerances are not negative");
  ExploreOptions options;
  options.seed = given.seed != 0 ? given.seed : seed;
  options.schedules = given.schedules != 0 ? given.schedules : settings.schedules;
  options.until_failure = given.until_failure;
  options.kernel = given.kernel;
  options.blocks = strategy_of(given.blocks);
  options.warps = strategy_of(given.warps);
  options.lanes = strategy_of(given.lanes);
  options.late_stores = given.late_stores;
  options.tolerance = {given.relative_tolerance, given.absolute_tolerance, given.ulp_tolerance};
  options.jobs = given.jobs;
  if (given.seconds > 0)
    options.deadline =
        (std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1)) +
        static_cast<std::int64_t>(given.seconds * 1e9);
  return options;
}

ExplorationFailure failure_of(const LaunchReport& launch, const SourceLocation& where) {
  ExplorationFailure failure;
  failure.kernel = launch.kernel;
  failure.launch = launch.launch;
  failure.file = file_name(where.file);
  failure.line = where.line;
  return failure;
}

ExplorationFailure failure_of(const LaunchReport& launch, const Finding& finding) {
  ExplorationFailure failure = failure_of(launch, location_of(finding));
  failure.summary = finding.cause;
  failure.text = account_of(finding);
  failure.is_finding = true;
  failure.count = 1;
  return failure;
}

ExplorationFailure failure_of(const LaunchReport& launch, const Failure& found) {
  ExplorationFailure failure = failure_of(launch, location_of(found));
  failure.summary = found.summary;
  failure.text = to_text(found);
  failure.is_finding =
      found.kind == Failure::Kind::kFinding || found.kind == Failure::Kind::kKilled;
  failure.count = found.count;
  failure.token = found.token;
  return failure;
}

std::vector<ExplorationFailure> failures_of(const CampaignReport& campaign) {
  std::vector<ExplorationFailure> failures;
  for (const LaunchReport& launch : campaign.launches) {
    if (launch.own_finding) failures.push_back(failure_of(launch, *launch.own_finding));
    for (const Failure& failure : launch.failures)
      if (failure.is_failure()) failures.push_back(failure_of(launch, failure));
  }
  return failures;
}

/// Adds what failed; why that could not be, in a line, empty where it could.
std::string store(const std::string& corpus, const std::string& test,
                  const std::vector<KnownFailure>& failures) try {
  Corpus(corpus).add(test, failures);
  return {};
} catch (const std::runtime_error& error) {
  return fmt::format("the failing schedules could not be stored: {}\n", error.what());
}

}  // namespace

ExplorationResult::ExplorationResult(std::uint64_t launches, std::uint64_t schedules, bool complete,
                                     std::vector<ExplorationFailure> failures, std::string text)
    : launches_(launches),
      schedules_(schedules),
      complete_(complete),
      failures_(std::move(failures)),
      text_(std::move(text)) {}

bool ExplorationResult::has_no_findings() const {
  return complete_ && std::ranges::none_of(failures_, &ExplorationFailure::is_finding);
}

std::ostream& operator<<(std::ostream& stream, const ExplorationResult& result) {
  return stream << result.text();
}

void ScheduleInvariantMatcher::DescribeTo(std::ostream* stream) const {
  *stream << "is the same under every schedule";
}
void ScheduleInvariantMatcher::DescribeNegationTo(std::ostream* stream) const {
  *stream << "depends on the schedule";
}
void NoFindingsMatcher::DescribeTo(std::ostream* stream) const {
  *stream << "has no launch that fails under some schedule";
}
void NoFindingsMatcher::DescribeNegationTo(std::ostream* stream) const {
  *stream << "has a launch that fails under some schedule";
}

ExplorationResult explore(const ExplorationOptions& given, const std::function<void()>& body) {
  Runtime& state = runtime();
  if (state.lost_by_fork)
    throw std::logic_error("this process was forked after the device was used: it has no device");
  state.in_use = true;
  CampaignReport campaign;
  campaign.options = options_of(given, state.tests, state.seed);
  const std::string& corpus = given.corpus.empty() ? state.tests.corpus : given.corpus;
  if (!corpus.empty()) campaign.options.known = Corpus(corpus).of(given.test);
  if (state.schedules_are_given) {
    state.backend->explore(campaign.options, body);
    return {0, 0, true, {}, "not explored: the schedules are given from outside\n"};
  }
  campaign.launches = state.backend->explore(campaign.options, body);

  const auto skipped = std::ranges::count_if(
      campaign.launches, [](const LaunchReport& launch) { return !launch.skipped.empty(); });
  const std::size_t launches = campaign.launches.size() - static_cast<std::size_t>(skipped);
  std::uint64_t schedules = 0;
  for (const LaunchReport& launch : campaign.launches) schedules += launch.schedules;
  std::vector<ExplorationFailure> failures = failures_of(campaign);
  std::string text = to_text(campaign);
  if (launches == 0) text += "no launch was explored\n";
  if (!corpus.empty()) text += store(corpus, given.test, campaign.known_failures());
  return {launches, schedules, launches != 0 && skipped == 0, std::move(failures), std::move(text)};
}

}  // namespace simt
