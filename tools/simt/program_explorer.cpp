// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/program_explorer.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include "simt/explore/launch_schedules.h"
#include "simt/schedule/random.h"
#include "simt/settings/settings.h"
#include "tools/simt/commands.h"
#include "tools/simt/program.h"
#include "tools/simt/run_comparison.h"

namespace simt {
namespace {

using Clock = CapturedRun::Clock;

/// The latest moment first: it finds most.
constexpr std::array kStreamOrders = {StreamOrder::kLate, StreamOrder::kRandom, StreamOrder::kEager,
                                      StreamOrder::kRandom};

/// A run that takes so much longer than the canonical one, and a while besides, does not end.
constexpr double kPatienceFactor = 20;
constexpr std::chrono::duration<double> kLeastPatience{10};
constexpr int kPollMilliseconds = 100;

bool is_past(std::int64_t deadline) {
  return deadline != 0 && Clock::now().time_since_epoch() / std::chrono::nanoseconds(1) > deadline;
}

double seconds_since(Clock::time_point time) {
  return std::chrono::duration<double>(Clock::now() - time).count();
}

/// Equal for what people take for one failure: the same end, or lines that differ anyhow.
std::string signature_of(const Failure& failure) {
  return failure.kind == Failure::Kind::kOutput ? "output" : failure.summary;
}

/// Runs that go on side by side.
class Runs {
 public:
  Runs(const std::vector<std::string>& words, std::chrono::duration<double> patience)
      : words_(words), patience_(patience) {}

  std::size_t size() const { return running_.size(); }
  void start(std::uint64_t index, const Token& token) {
    running_.emplace(index, CapturedRun(words_, token));
  }

  /// Those that have ended, or that had to be killed, after a while.
  std::map<std::uint64_t, RunResult> ended() {
    std::vector<pollfd> files;
    for (const auto& [index, run] : running_)
      files.push_back({.fd = run.end_file(), .events = POLLIN, .revents = 0});
    poll(files.data(), files.size(), kPollMilliseconds);
    std::map<std::uint64_t, RunResult> results;
    auto file = files.begin();
    for (auto run = running_.begin(); run != running_.end(); ++file) {
      const bool ended = file->revents != 0;
      if (!ended && Clock::now() - run->second.began() < patience_) {
        ++run;
        continue;
      }
      if (!ended) run->second.kill();
      RunResult& result = results[run->first] = run->second.result();
      result.timed_out = !ended;
      run = running_.erase(run);
    }
    return results;
  }

 private:
  const std::vector<std::string>& words_;
  std::chrono::duration<double> patience_;
  std::map<std::uint64_t, CapturedRun> running_;
};

}  // namespace

ProgramExplorer::ProgramExplorer(const ExploreOptions& options,
                                 const std::vector<std::string>& words,
                                 IsInterrupted is_interrupted)
    : options_(options), words_(words), is_interrupted_(std::move(is_interrupted)) {
  canonical_token_.run_seed = parse_settings(environ).machine.seed;
  canonical_token_.streams = StreamOrder::kEager;
  canonical_token_.schedule = canonical_schedule(canonical_token_.run_seed);
}

std::string ProgramExplorer::explore(const Receive& receive) {
  Clock::time_point began = Clock::now();
  const auto give = [&] {
    part_.launch.seconds = seconds_since(std::exchange(began, Clock::now()));
    receive(part_);
    part_.results.clear();
    part_.failures.clear();
  };
  if (std::string end = run_canonical(); !end.empty()) {
    part_.launch.skipped = "it fails under the canonical schedule";
    give();
    return end;
  }
  check_canonical_repeats();

  const LaunchSchedules schedules(options_, part_.launch);
  part_.launch.wanted = schedules.count();
  std::set<std::uint64_t> done;
  for (const DoneSchedules& launch : options_.done)
    if (launch.launch == part_.key()) done.insert(launch.schedules.begin(), launch.schedules.end());
  Runs runs(words_, patience_);
  const std::size_t jobs =
      options_.jobs != 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency());
  std::uint64_t next = 0;
  while (!is_interrupted_() && (!options_.until_failure || !has_failures_)) {
    for (; next != schedules.count() && runs.size() < jobs && !is_past(options_.deadline); ++next)
      if (options_.shard.has(next) && !done.contains(next)) runs.start(next, token(next));
    if (runs.size() == 0) break;
    for (const auto& [index, result] : runs.ended()) take(index, result);
    give();
  }
  give();
  return {};
}

RunResult ProgramExplorer::run(const Token& token) const {
  CapturedRun run(words_, token);
  const bool ended = run.wait(patience_);
  if (!ended) run.kill();
  RunResult result = run.result();
  result.timed_out = !ended;
  return result;
}

/// How it fails; empty where it does not.
std::string ProgramExplorer::run_canonical() {
  canonical_ = run(canonical_token_);
  const std::string end = end_of(canonical_.status);
  const bool launches = canonical_.report && canonical_.report->launches != 0;
  if (!end.empty() || !launches) fmt::print(stderr, "{}", canonical_.errors);
  const bool found =
      !WIFEXITED(canonical_.status) || WEXITSTATUS(canonical_.status) != kNotFoundStatus;
  if (!found && !launches) throw CLI::RuntimeError(kUsageStatus);
  if (end.empty() && !launches) {
    fmt::print(stderr,
               "simt: error: {}: the program launches no kernel, or it was not built with simtcc\n",
               words_[0]);
    throw CLI::RuntimeError(kUsageStatus);
  }
  part_.launch.kernel = std::filesystem::path(words_[0]).filename();
  if (!launches) return end;
  patience_ = kLeastPatience + kPatienceFactor * std::chrono::duration<double>(canonical_.seconds);
  canonical_token_.program = part_.program = canonical_.report->program;
  part_.launch.trace = part_.order = canonical_.report->trace;
  return end;
}

void ProgramExplorer::check_canonical_repeats() const {
  if (const auto other = difference(canonical_, run(canonical_token_)))
    throw std::runtime_error(
        fmt::format("{}: a second run under the same schedule differs: {}; something that simt "
                    "does not control "
                    "decides on it (time, random numbers, threads, files)",
                    words_[0], other->summary));
}

Token ProgramExplorer::token(std::uint64_t index) const {
  Token token = canonical_token_;
  std::vector<StreamOrder> known;
  for (const KnownFailure& failure : options_.known)
    if (failure.kernel == part_.launch.kernel) known.push_back(failure.token.streams);
  token.streams = index < known.size()
                      ? known[index]
                      : kStreamOrders[(index - known.size()) % kStreamOrders.size()];
  token.schedule =
      LaunchSchedules(options_, part_.launch).at(index, canonical_token_.schedule.fill);
  return token;
}

void ProgramExplorer::take(std::uint64_t index, const RunResult& result) {
  ScheduleResult& shown = part_.results.emplace_back();
  shown.schedule = index;
  shown.order = result.report ? result.report->trace : 0;
  std::optional<Failure> failure = difference(canonical_, result);
  if (!failure) return;
  shown.state = state_of(result);
  shown.failure = signature_of(*failure);
  has_failures_ = true;
  const auto [first, fresh] = first_.try_emplace(shown.failure, index);
  if (!fresh && first->second < index) return;
  first->second = index;
  part_.failures[shown.failure] = described(index, *std::move(failure));
}

/// With a token of the simplest orders that show the failure as well: what is not to blame goes
/// back to what the canonical run does.
Failure ProgramExplorer::described(std::uint64_t index, Failure failure) const {
  const Token full = token(index);
  Token simplest = full;
  const auto try_instead = [&](auto change) {
    Token simpler = simplest;
    change(simpler);
    if (simpler == simplest || is_interrupted_()) return false;
    const auto shown = difference(canonical_, run(simpler));
    if (!shown || signature_of(*shown) != signature_of(failure)) return false;
    failure.summary = shown->summary;
    simplest = std::move(simpler);
    return true;
  };
  const auto same_fill = [&](Token& token) {
    token.schedule.fill = canonical_token_.schedule.fill;
  };
  const auto same_streams = [&](Token& token) { token.streams = canonical_token_.streams; };
  const auto same_launches = [&](Token& token) {
    const std::uint64_t seed = token.schedule.seed;
    const std::uint64_t fill = token.schedule.fill;
    token.schedule = canonical_token_.schedule;
    token.schedule.seed = seed;
    token.schedule.fill = fill;
  };
  try_instead([](Token& token) { token.schedule.late_stores = false; });
  const bool fill_matters =
      full.schedule.fill != canonical_token_.schedule.fill && !try_instead(same_fill);
  const bool only_fill = fill_matters && try_instead([&](Token& token) {
                           same_launches(token);
                           same_streams(token);
                         });
  if (!only_fill && !try_instead(same_launches)) try_instead(same_streams);
  failure.cause = only_fill                       ? Failure::Cause::kFill
                  : simplest.schedule.late_stores ? Failure::Cause::kLateStores
                                                  : Failure::Cause::kOrder;
  failure.schedule = index;
  failure.strategies = strategies_of(simplest);
  failure.token = to_text(simplest);
  return failure;
}

}  // namespace simt
