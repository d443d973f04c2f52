// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/launch_explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "simt/explore/explanation.h"
#include "simt/explore/launch_trial.h"
#include "simt/explore/process_pool.h"
#include "simt/explore/token.h"
#include "simt/observe/conflict_order.h"
#include "simt/report/source_location.h"
#include "simt/schedule/portfolio.h"
#include "simt/schedule/random.h"

namespace simt {
namespace {

/// Of all that a launch finds, three copies are kept.
constexpr std::size_t kMostMemory = std::size_t{2} << 30;
/// A launch whose threads share nothing is run this often, with other contents of fresh memory.
constexpr std::uint64_t kIndependentSchedules = 4;
/// Nanoseconds between two reports of progress.
constexpr std::int64_t kProgressInterval = 100'000'000;

std::int64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

std::size_t live_bytes(const MemoryMap& memory) {
  std::size_t bytes = 0;
  for (const MemoryPlace& place : memory.live()) bytes += place.bytes;
  return bytes;
}

/// Runs the schedules of one child: every `stride`-th from `first`.
class Child {
 public:
  /// `input` is the fingerprint of what the launch is given.
  Child(LaunchTrial& trial, std::uint32_t input, const ExploreOptions& options,
        const ProcessPool::Report& report)
      : trial_(trial), input_(input), options_(options), report_(report) {}

  void run(std::uint64_t index, ScheduleSpec schedule) {
    report_(fmt::format("begin {}", index));
    order_.begin_launch();
    Trial result =
        trial_.run(schedule, {.steps = trial_.canonical_run().trace.steps, .observer = &order_});
    const std::uint64_t state = result.state();
    const std::string failure =
        result.differs() ? describe(index, std::move(schedule), std::move(result)) : "";
    report_(fmt::format("end {} {} {} {}", index, state, order_.hash(), failure));
  }

 private:
  /// "signature<tab>JSON"; no JSON where a failure with that signature has been described.
  std::string describe(std::uint64_t index, ScheduleSpec schedule, Trial result) {
    Failure failure = classify(trial_, schedule, result, options_.tolerance);
    const std::string signature = signature_of(failure);
    if (!described_.insert(signature).second) return signature + "\t";
    name_writers(trial_, schedule, failure);
    failure.schedule = index;
    failure.token = to_text({.program = program_fingerprint(),
                             .launch = trial_.launch().number,
                             .input = input_,
                             .run_seed = trial_.machine().settings().seed,
                             .schedule = schedule});
    return signature + "\t" + to_json(failure);
  }

  LaunchTrial& trial_;
  const std::uint32_t input_;
  const ExploreOptions& options_;
  const ProcessPool::Report& report_;
  ConflictOrder order_;
  std::set<std::string> described_;
};

/// Collects what the children say.
class Collector {
 public:
  Collector(LaunchReport& report, std::uint64_t canonical_order)
      : report_(report), states_{0}, orders_{canonical_order} {}

  /// False where a failure has been seen and `until_failure`.
  bool receive(unsigned child, std::string_view line, bool until_failure) {
    if (line.starts_with("begin ")) {
      running_[child] = number(line.substr(6));
      return true;
    }
    line.remove_prefix(4);
    const std::uint64_t index = take_number(line);
    states_.insert(take_number(line));
    orders_.insert(take_number(line));
    done_.insert(index);
    running_.erase(child);
    ++report_.schedules;
    if (line.empty()) return true;
    const std::size_t tab = line.find('\t');
    add(std::string(line.substr(0, tab)), index, line.substr(tab + 1));
    return !until_failure || failures_.begin()->second.kind == Failure::Kind::kRounding;
  }

  /// The child's schedule killed it. True where there was one.
  bool died(unsigned child, int signal) {
    const auto running = running_.find(child);
    if (running == running_.end()) return false;
    Failure failure;
    failure.kind = Failure::Kind::kKilled;
    failure.summary = fmt::format("the process was killed by signal {}", signal);
    failure.schedule = running->second;
    done_.insert(running->second);
    ++report_.schedules;
    const auto [known, fresh] = failures_.try_emplace(failure.summary, failure);
    if (!fresh) ++known->second.count;
    running_.erase(running);
    return true;
  }

  /// Schedules that failed so far.
  std::uint64_t failing() const {
    std::uint64_t count = 0;
    for (const auto& [signature, failure] : failures_) count += failure.count;
    return count;
  }

  bool is_done(std::uint64_t index) const { return done_.contains(index); }

  /// In the order of the schedules, whichever child was faster.
  void finish() {
    report_.states = states_.size();
    report_.orders = orders_.size();
    for (auto& [signature, failure] : failures_) report_.failures.push_back(std::move(failure));
    std::ranges::sort(report_.failures, {}, &Failure::schedule);
  }

 private:
  static std::uint64_t number(std::string_view text) { return std::stoull(std::string(text)); }
  static std::uint64_t take_number(std::string_view& line) {
    const std::size_t space = line.find(' ');
    const std::uint64_t value = number(line.substr(0, space));
    line.remove_prefix(space + 1);
    return value;
  }

  void add(const std::string& signature, std::uint64_t index, std::string_view json) {
    const auto known = failures_.find(signature);
    if (known == failures_.end()) {
      if (json.empty()) return;
      failures_.emplace(signature, failure_from_json(json));
      return;
    }
    const std::uint64_t count = known->second.count + 1;
    if (index < known->second.schedule && !json.empty()) known->second = failure_from_json(json);
    known->second.count = count;
  }

  LaunchReport& report_;
  std::set<std::uint64_t> states_;
  std::set<std::uint64_t> orders_;
  std::set<std::uint64_t> done_;
  std::map<unsigned, std::uint64_t> running_;
  std::map<std::string, Failure> failures_;
};

/// Counts schedules that come with a guarantee.
void count_pct(const ScheduleSpec& schedule, const Launch& launch, LaunchReport& report) {
  const std::uint64_t warps = (launch.block.count() + 31) / 32;
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
  count("blocks", schedule.blocks, launch.grid.count());
  count("warps", schedule.warps, launch.grid.count() * warps);
  count("lanes", schedule.lanes, launch.grid.count() * launch.block.count());
}

}  // namespace

LaunchExplorer::LaunchExplorer(Machine& machine, const MemoryMap& memory, ExploreOptions options,
                               std::unique_ptr<ReportSink> sink)
    : machine_(machine), memory_(memory), options_(std::move(options)), sink_(std::move(sink)) {}

LaunchOutcome LaunchExplorer::run(const Launch& launch) {
  const auto began = std::chrono::steady_clock::now();
  LaunchReport report;
  report.launch = launch.number;
  report.kernel = demangle(launch.kernel->name);
  report.grid = launch.grid;
  report.block = launch.block;
  const std::size_t bytes = live_bytes(memory_);
  if (bytes > kMostMemory)
    report.skipped =
        fmt::format("{} bytes of memory are live; up to {} are explored", bytes, kMostMemory);
  if (!is_wanted(launch) || !report.skipped.empty()) {
    LaunchOutcome outcome = machine_.run(launch, canonical_schedule(machine_, launch), {}).outcome;
    if (!report.skipped.empty()) sink_->report(report);
    return outcome;
  }

  LaunchTrial trial(machine_, memory_, launch);
  ConflictOrder order;
  order.begin_launch();
  LaunchOutcome outcome = trial.run_canonical(&order).outcome;
  report.steps = trial.canonical_run().trace.steps;
  report.input = trial.input_fingerprint();
  report.trace = trial.canonical_run().trace.hash;
  report.own_finding = outcome;
  report.states = report.orders = 1;
  if (!outcome && options_.schedules != 0) explore(trial, order, report);
  trial.restore_output();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  sink_->report(report);
  return outcome;
}

/// Runs the schedules and adds what they show to the report; `order` is the canonical run's.
void LaunchExplorer::explore(LaunchTrial& trial, const ConflictOrder& order, LaunchReport& report) {
  const Launch& launch = trial.launch();
  report.independent = order.accesses() != 0 && !order.any() && trial.canonical_output().empty();
  const std::vector<ScheduleSpec> known = known_schedules(launch);
  const std::uint64_t wanted =
      known.size() + (report.independent ? std::min(options_.schedules, kIndependentSchedules)
                                         : options_.schedules);
  const unsigned jobs = static_cast<unsigned>(std::min<std::uint64_t>(
      options_.jobs != 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency()),
      std::max<std::uint64_t>(wanted, 1)));
  Collector collector(report, order.hash());
  std::int64_t last_progress = now();
  const auto index_of = [&](std::uint64_t i) { return options_.first_schedule + i; };
  const auto schedule_of = [&](std::uint64_t i, std::uint64_t fill) {
    return i < known.size() ? known[i] : schedule(launch, index_of(i - known.size()), fill);
  };
  ProcessPool::run(
      jobs,
      [&](unsigned number, const ProcessPool::Report& to_parent) {
        Child child(trial, report.input, options_, to_parent);
        for (std::uint64_t i = number; i < wanted; i += jobs) {
          if (options_.deadline != 0 && now() > options_.deadline) return;
          if (!collector.is_done(index_of(i)))
            child.run(index_of(i), schedule_of(i, trial.canonical().fill));
        }
      },
      [&](unsigned number, std::string_view line) {
        const bool more = collector.receive(number, line, options_.until_failure);
        if (now() - last_progress > kProgressInterval) {
          last_progress = now();
          sink_->progress({launch.number, report.schedules, wanted, collector.failing()});
        }
        return more;
      },
      [&](unsigned number, int signal) { return collector.died(number, signal); });
  collector.finish();
  for (std::uint64_t i = 0; i < report.schedules; ++i) count_pct(schedule_of(i, 0), launch, report);
  stopped_ = options_.until_failure && std::ranges::any_of(report.failures, &Failure::is_failure);
}

bool LaunchExplorer::is_wanted(const Launch& launch) const {
  return !stopped_ && (options_.deadline == 0 || now() < options_.deadline) &&
         (!options_.launch || *options_.launch == launch.number) &&
         demangle(launch.kernel->name).find(options_.kernel) != std::string::npos;
}

std::vector<ScheduleSpec> LaunchExplorer::known_schedules(const Launch& launch) const {
  const std::string kernel = demangle(launch.kernel->name);
  std::vector<ScheduleSpec> schedules;
  for (const KnownFailure& known : options_.known)
    if (known.kernel == kernel) schedules.push_back(known.token.schedule);
  return schedules;
}

ScheduleSpec LaunchExplorer::schedule(const Launch& launch, std::uint64_t index,
                                      std::uint64_t fill) const {
  ScheduleSpec spec = portfolio_schedule(derive(options_.seed, launch.number), index, fill);
  if (options_.blocks) spec.blocks = *options_.blocks;
  if (options_.warps) spec.warps = *options_.warps;
  if (options_.lanes) spec.lanes = *options_.lanes;
  return spec;
}

}  // namespace simt
