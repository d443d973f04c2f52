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
#include "simt/explore/launch_schedules.h"
#include "simt/explore/launch_shapes.h"
#include "simt/explore/launch_trial.h"
#include "simt/explore/process_pool.h"
#include "simt/explore/token.h"
#include "simt/observe/conflict_order.h"
#include "simt/report/source_location.h"
#include "simt/schedule/random.h"

namespace simt {
namespace {

/// Of all that a launch finds, three copies are kept.
constexpr std::size_t kMostMemory = std::size_t{2} << 30;
/// Nanoseconds between two parts of a report.
constexpr std::int64_t kReportInterval = 100'000'000;

std::int64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

std::size_t live_bytes(const MemoryMap& memory) {
  std::size_t bytes = 0;
  for (const MemoryPlace& place : memory.live()) bytes += place.bytes;
  return bytes;
}

/// Runs the schedules of one child.
class Child {
 public:
  /// `program` and `input` are fingerprints: of the program, and of what the launch is given.
  Child(LaunchTrial& trial, std::uint32_t program, std::uint32_t input,
        const ExploreOptions& options, const ProcessPool::Report& report)
      : trial_(trial), program_(program), input_(input), options_(options), report_(report) {}

  void run(std::uint64_t index, ScheduleSpec schedule) {
    report_(fmt::format("begin {}", index));
    order_.begin_launch();
    Trial result = trial_.run(schedule, {.observer = &order_});
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
    failure.token = to_text({.program = program_,
                             .launch = trial_.launch().number,
                             .input = input_,
                             .run_seed = trial_.machine().settings().seed,
                             .schedule = schedule});
    return signature + "\t" + to_json(failure);
  }

  LaunchTrial& trial_;
  const std::uint32_t program_;
  const std::uint32_t input_;
  const ExploreOptions& options_;
  const ProcessPool::Report& report_;
  ConflictOrder order_;
  std::set<std::string> described_;
};

/// Collects what the children say into parts of a report.
class Collector {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  /// `part` says what is launched.
  Collector(LaunchPart part, const std::vector<DoneSchedules>& done)
      : part_(std::move(part)), began_(now()) {
    for (const DoneSchedules& launch : done)
      if (launch.launch == part_.key())
        done_.insert(launch.schedules.begin(), launch.schedules.end());
  }

  void receive(unsigned child, std::string_view line) {
    if (line.starts_with("begin ")) {
      running_[child] = number(line.substr(6));
      return;
    }
    line.remove_prefix(4);
    ScheduleResult result;
    result.schedule = take_number(line);
    result.state = take_number(line);
    result.order = take_number(line);
    running_.erase(child);
    const std::size_t tab = line.find('\t');
    result.failure = line.substr(0, tab);
    if (tab != std::string_view::npos && tab + 1 != line.size())
      describe(result.failure, failure_from_json(line.substr(tab + 1)));
    add(std::move(result));
  }

  /// The child's schedule killed it. True where there was one.
  bool died(unsigned child, int signal) {
    const auto running = running_.find(child);
    if (running == running_.end()) return false;
    Failure failure;
    failure.kind = Failure::Kind::kKilled;
    failure.summary = fmt::format("the process was killed by signal {}", signal);
    failure.schedule = running->second;
    describe(failure.summary, failure);
    add({.schedule = failure.schedule,
         .state = mix(static_cast<std::uint64_t>(signal)),
         .order = part_.order,
         .failure = failure.summary});
    running_.erase(running);
    return true;
  }

  bool is_done(std::uint64_t index) const { return done_.contains(index); }
  /// The first schedule that fails by more than rounding; kNone where none does.
  std::uint64_t first_failure() const { return first_failure_; }
  std::int64_t last_taken() const { return began_; }

  /// Of the schedules before `end`, what has come since it was asked before.
  LaunchPart take(std::uint64_t end) {
    LaunchPart part = part_;
    part.launch.seconds += static_cast<double>(now() - began_) / 1e9;
    began_ = now();
    part_.launch.seconds = 0;
    std::erase_if(part.results, [&](const auto& result) { return result.schedule >= end; });
    std::erase_if(part_.results, [&](const auto& result) { return result.schedule < end; });
    std::erase_if(part.failures,
                  [&](const auto& failure) { return failure.second.schedule >= end; });
    std::erase_if(part_.failures,
                  [&](const auto& failure) { return failure.second.schedule < end; });
    return part;
  }

 private:
  static std::uint64_t number(std::string_view text) { return std::stoull(std::string(text)); }
  static std::uint64_t take_number(std::string_view& line) {
    const std::size_t space = line.find(' ');
    const std::uint64_t value = number(line.substr(0, space));
    line.remove_prefix(space + 1);
    return value;
  }

  void add(ScheduleResult result) {
    done_.insert(result.schedule);
    part_.results.push_back(std::move(result));
  }

  void describe(const std::string& signature, const Failure& failure) {
    if (failure.is_failure()) first_failure_ = std::min(first_failure_, failure.schedule);
    const auto [known, fresh] = part_.failures.try_emplace(signature, failure);
    if (!fresh && failure.schedule < known->second.schedule) known->second = failure;
  }

  LaunchPart part_;
  std::int64_t began_;
  std::set<std::uint64_t> done_;
  std::map<unsigned, std::uint64_t> running_;
  std::uint64_t first_failure_ = kNone;
};

}  // namespace

LaunchExplorer::LaunchExplorer(Machine& machine, const MemoryMap& memory, ExploreOptions options,
                               std::unique_ptr<ReportSink> sink)
    : machine_(machine),
      memory_(memory),
      options_(std::move(options)),
      program_(program_fingerprint()),
      sink_(std::move(sink)) {}

LaunchOutcome LaunchExplorer::run(const Launch& launch) {
  const std::int64_t began = now();
  LaunchPart part;
  part.program = program_;
  LaunchReport& report = part.launch;
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
    if (!report.skipped.empty()) sink_->add(part);
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
  report.independent = order.accesses() != 0 && !order.any() && trial.canonical_output().empty();
  if (must_not_depend_on_shape(launch)) {
    if (launch.cooperative)
      report.note = "its shape is not varied: it is a cooperative launch";
    else
      report.shapes =
          other_shapes(launch, machine_.settings().residency, derive(options_.seed, launch.number));
  }
  report.seconds = static_cast<double>(now() - began) / 1e9;
  part.order = order.hash();
  if (!outcome && options_.schedules != 0)
    explore(trial, std::move(part));
  else
    sink_->add(part);
  trial.restore_output();
  return outcome;
}

/// Runs the schedules; what they show is added to `part`, and sent part by part.
void LaunchExplorer::explore(LaunchTrial& trial, LaunchPart part) {
  const std::uint32_t input = part.launch.input;
  const LaunchSchedules schedules(options_, part.launch);
  part.launch.wanted = schedules.count();
  Collector collector(std::move(part), options_.done);
  std::vector<std::uint64_t> wanted;
  for (std::uint64_t i = 0; i < schedules.count(); ++i)
    if (options_.shard.has(i) && !collector.is_done(i)) wanted.push_back(i);
  const unsigned jobs = static_cast<unsigned>(std::min<std::size_t>(
      options_.jobs != 0 ? options_.jobs : std::max(1u, std::thread::hardware_concurrency()),
      wanted.size()));
  // Which failure is the first does not depend on which child is faster: where exploring ends with
  // it, all schedules before it have run, and what came after it is not told.
  std::size_t done_before = 0;
  ProcessPool::run(
      jobs,
      [&](unsigned number, const ProcessPool::Report& to_parent) {
        Child child(trial, program_, input, options_, to_parent);
        for (std::size_t i = number; i < wanted.size(); i += jobs) {
          if (options_.deadline != 0 && now() > options_.deadline) return;
          if (!collector.is_done(wanted[i]))
            child.run(wanted[i], schedules.at(wanted[i], trial.canonical().fill));
        }
      },
      [&](unsigned number, std::string_view line) {
        collector.receive(number, line);
        while (done_before < wanted.size() && collector.is_done(wanted[done_before])) ++done_before;
        const std::uint64_t first_undone =
            done_before < wanted.size() ? wanted[done_before] : Collector::kNone;
        if (now() - collector.last_taken() > kReportInterval)
          sink_->add(collector.take(options_.until_failure ? first_undone : Collector::kNone));
        return !options_.until_failure || first_undone < collector.first_failure();
      },
      [&](unsigned number, int signal) { return collector.died(number, signal); });
  stopped_ = options_.until_failure && collector.first_failure() != Collector::kNone;
  sink_->add(collector.take(stopped_ ? collector.first_failure() + 1 : Collector::kNone));
}

bool LaunchExplorer::must_not_depend_on_shape(const Launch& launch) const {
  if ((launch.kernel->flags & SIMT_KERNEL_SHAPE_INVARIANT) != 0) return true;
  const std::string kernel = demangle(launch.kernel->name);
  return std::ranges::any_of(options_.vary_shape, [&](const std::string& part) {
    return kernel.find(part) != std::string::npos;
  });
}

bool LaunchExplorer::is_wanted(const Launch& launch) const {
  return !stopped_ && (options_.deadline == 0 || now() < options_.deadline) &&
         (!options_.launch || *options_.launch == launch.number) &&
         demangle(launch.kernel->name).find(options_.kernel) != std::string::npos;
}

}  // namespace simt
