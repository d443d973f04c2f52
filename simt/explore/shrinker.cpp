// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/shrinker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "simt/explore/explanation.h"
#include "simt/explore/failure_text.h"
#include "simt/explore/story.h"
#include "simt/schedule/random.h"

namespace simt {
namespace {

/// The same kind of failure: not another bug that happens to be in the way.
bool is_like(const Trial& one, const Trial& other) {
  if (one.run.outcome.has_value() != other.run.outcome.has_value()) return false;
  if (one.run.outcome) return one.run.outcome->kind == other.run.outcome->kind;
  return one.differences.empty() == other.differences.empty() &&
         one.printed_differently == other.printed_differently;
}

/// Schedules that are sequential on all levels but one: what fails under one of them as well needs
/// few switches. Others in each round.
std::vector<ScheduleSpec> simple_schedules(const ScheduleSpec& like, std::uint64_t round) {
  std::vector<ScheduleSpec> simple;
  for (const auto level : {&ScheduleSpec::lanes, &ScheduleSpec::warps, &ScheduleSpec::blocks}) {
    for (const char* strategy :
         {"reverse", "race-ahead", "starve", "pct:2", "pct:3", "pos", "random:8", "random:1000"}) {
      ScheduleSpec spec = canonical_schedule(like.fill);
      spec.seed = derive(like.seed, round);
      spec.steps = like.steps;
      spec.spin_delay = like.spin_delay;
      spec.split_active_masks = like.split_active_masks;
      spec.late_stores = like.late_stores;
      spec.*level = parse_strategy(strategy);
      simple.push_back(spec);
    }
  }
  return simple;
}

class Search {
 public:
  Search(LaunchTrial& trial, const ScheduleSpec& schedule)
      : trial_(trial), schedule_(schedule), model_(run(schedule)) {}

  bool begins_with_failure() const { return model_.differs(); }
  const ScheduleSpec& schedule() const { return schedule_; }
  std::size_t switches_at_first() const { return model_.run.trace.switches.size(); }
  std::uint64_t runs() const { return runs_; }

  void shrink() {
    // What is not to blame goes back to what the canonical schedule does.
    try_change([&](ScheduleSpec& spec) { spec.fill = trial_.canonical().fill; });
    try_change([](ScheduleSpec& spec) { spec.split_active_masks = false; });
    try_change([](ScheduleSpec& spec) { spec.late_stores = false; });
    ScheduleSpec best = shrunk(schedule_);
    // Where the first round leaves more than a few, another schedule may need less.
    for (std::uint64_t round = 0; round < kRounds; ++round)
      for (const ScheduleSpec& simple : simple_schedules(schedule_, round))
        if (best.deviations.size() > (round == 0 ? kFewEnough : kFew)) try_instead(simple, best);
    schedule_ = std::move(best);
  }

 private:
  static constexpr std::size_t kFewEnough = 1;
  static constexpr std::size_t kFew = 2;
  static constexpr std::uint64_t kRounds = 64;
  /// How many pairs of deviations are tried of a schedule.
  static constexpr std::uint64_t kMostPairs = 4096;
  /// After so many steps the search takes up no other schedule.
  static constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 26;

  Trial run(const ScheduleSpec& schedule) {
    ++runs_;
    return trial_.run(schedule, {.record_switches = true});
  }
  void try_instead(const ScheduleSpec& simple, ScheduleSpec& best) {
    if (runs_ * steps() > kMostSteps || !fails(simple)) return;
    if (ScheduleSpec other = shrunk(simple); other.deviations.size() < best.deviations.size())
      best = std::move(other);
  }

  std::uint64_t steps() const {
    return std::max<std::uint64_t>(trial_.canonical_run().trace.steps, 1);
  }
  bool fails(const ScheduleSpec& schedule) { return is_like(run(schedule), model_); }

  /// `schedule`, which fails, by the fewest deviations.
  ScheduleSpec shrunk(const ScheduleSpec& schedule) {
    ScheduleSpec best = deviating(schedule);
    for (const bool none_at_all : {true, false}) {
      ScheduleSpec simpler = best;
      simpler.blocks = StrategySpec{"sequential"};
      if (none_at_all) simpler.deviations.clear();
      if (!fails(simpler)) continue;
      best = simpler;
      break;
    }
    best.warps = best.lanes = StrategySpec{"sequential"};
    const auto fails_with = [&](const std::vector<Deviation>& deviations) {
      ScheduleSpec changed = best;
      changed.deviations = deviations;
      return fails(changed);
    };
    const std::vector<Deviation> all = best.deviations;
    best.deviations = minimise(best.deviations, fails_with);
    best.deviations = shortcut(best.deviations, fails_with);
    if (best.deviations.size() > kFew) {
      const auto pair =
          failing_pair(all, std::min(kMostPairs, kMostSteps / 8 / steps()), fails_with);
      if (!pair.empty()) best.deviations = pair;
    }
    // Deviations that never came to pass are none.
    return deviating(best);
  }

  /// The same schedule told by its deviations.
  ScheduleSpec deviating(ScheduleSpec schedule) {
    const Trial recorded = run(schedule);
    schedule.deviating = true;
    schedule.deviations.clear();
    for (const SwitchRecord& record : recorded.run.trace.switches)
      schedule.deviations.push_back(record.deviation);
    return schedule;
  }

  template <class Change>
  void try_change(Change change) {
    ScheduleSpec changed = schedule_;
    change(changed);
    if (changed != schedule_ && fails(changed)) schedule_ = changed;
  }

  LaunchTrial& trial_;
  ScheduleSpec schedule_;
  std::uint64_t runs_ = 0;
  Trial model_;
};

/// Why a launch fails under `schedule`, which makes no switch that the canonical one does not make.
std::string cause_without_switches(const LaunchTrial& trial, const ScheduleSpec& schedule) {
  if (schedule.fill != trial.canonical().fill) return "memory that nothing wrote";
  if (schedule.split_active_masks) return "lanes that the active mask leaves out";
  return fmt::format("the order in which blocks start ({})", schedule.blocks.text());
}

bool is_late_store(const Deviation& deviation) { return deviation.next == kLateStore; }

std::vector<Deviation> without(const std::vector<Deviation>& parts, std::size_t begin,
                               std::size_t end) {
  std::vector<Deviation> rest(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(begin));
  rest.insert(rest.end(), parts.begin() + static_cast<std::ptrdiff_t>(end), parts.end());
  return rest;
}

}  // namespace

std::vector<Deviation> minimise(
    std::vector<Deviation> parts,
    const std::function<bool(const std::vector<Deviation>& subset)>& fails) {
  std::size_t pieces = 2;
  while (!parts.empty()) {
    const std::size_t size = (parts.size() + pieces - 1) / pieces;
    bool smaller = false;
    for (std::size_t begin = 0; begin < parts.size() && !smaller; begin += size) {
      // The later ones first: what comes after the failure is never needed.
      const std::size_t end = parts.size() - begin;
      std::vector<Deviation> rest = without(parts, end - std::min(size, end), end);
      if (!fails(rest)) continue;
      parts = std::move(rest);
      pieces = std::max<std::size_t>(pieces - 1, 2);
      smaller = true;
    }
    if (smaller) continue;
    if (size == 1) break;
    pieces = std::min(pieces * 2, parts.size());
  }
  return parts;
}

std::vector<Deviation> failing_pair(
    const std::vector<Deviation>& parts, std::uint64_t tries,
    const std::function<bool(const std::vector<Deviation>& subset)>& fails) {
  const std::uint64_t pairs = parts.size() * (parts.size() - 1) / 2;
  Random random(parts.size());
  for (std::size_t one = 0; one < parts.size(); ++one) {
    for (std::size_t other = one + 1; other < parts.size(); ++other) {
      // Of more than can be tried, some.
      if (pairs > tries && random.below(pairs) >= tries) continue;
      std::vector<Deviation> pair{parts[one], parts[other]};
      if (fails(pair)) return pair;
    }
  }
  return {};
}

std::vector<Deviation> shortcut(
    std::vector<Deviation> parts,
    const std::function<bool(const std::vector<Deviation>& fewer)>& fails) {
  for (std::size_t from = 0; from + 1 < parts.size(); ++from) {
    // The farthest first.
    for (std::size_t to = parts.size() - 1; to > from; --to) {
      if (is_late_store(parts[from]) || is_late_store(parts[to])) continue;
      std::vector<Deviation> fewer = without(parts, from + 1, to + 1);
      fewer[from].next = parts[to].next;
      if (!fails(fewer)) continue;
      parts = std::move(fewer);
      break;
    }
  }
  return parts;
}

LaunchOutcome Shrinker::run_named(LaunchTrial& trial) {
  trial.run_canonical(nullptr);
  Search search(trial, token().schedule);
  if (!search.begins_with_failure()) {
    fmt::print(
        stderr,
        "simt: error: launch {} ends under the token's schedule as under the canonical one\n",
        token().launch);
    std::_Exit(kBadTokenStatus);
  }
  search.shrink();
  ScheduleSpec schedule = search.schedule();
  AccessHistory canonical;
  trial.run(trial.canonical(), {.observer = &canonical});
  AccessHistory here;
  Trial shrunk = trial.run(schedule, {.record_switches = true, .observer = &here});
  fmt::print("{} of {} {} {} needed ({} runs):\n", schedule.deviations.size(),
             search.switches_at_first(),
             token().schedule.late_stores ? "switches and late stores" : "switches",
             schedule.deviations.size() == 1 ? "is" : "are", search.runs());
  for (const SwitchRecord& record : shrunk.run.trace.switches)
    fmt::print("  {}\n", sentence(trial.launch(), record));
  if (schedule.deviations.empty())
    fmt::print("  none: it is {}\n", cause_without_switches(trial, schedule));
  if (const auto parting = here.parting_from(canonical))
    fmt::print("  {}\n", sentence(trial.launch(), *parting));
  Token token = this->token();
  token.schedule = schedule;
  ScheduleSpec simplest = schedule;
  Failure failure = classify(trial, simplest, shrunk, {});
  name_writers(trial, simplest, failure);
  fmt::print("then\n{}token {}\n", to_text(failure), to_text(token));
  std::fflush(stdout);
  std::_Exit(0);
}

}  // namespace simt
