// SPDX-License-Identifier: Apache-2.0
/// The explorer executor with kernels written in C++: what schedules do, and that they repeat.
#include "simt/grid/explorer.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "simt/abi/builtin_variables.h"
#include "simt/grid/machine.h"

extern "C" {
void simt_barrier();
void simt_poll();
void simt_spin_done();
void simt_grid_sync();
unsigned simt_active_mask();
}

namespace simt {
namespace {

using Kernel = void (*)(const void*);

ScheduledRun run(Kernel entry, Extent3 grid, Extent3 block, const void* parameters,
                 const ScheduleSpec& schedule, bool record = false, bool cooperative = false) {
  MachineSettings settings;
  settings.seed = 1;
  settings.residency.multiprocessors = 2;
  settings.residency.blocks_per_multiprocessor = 100;
  settings.residency.threads_per_multiprocessor = 100'000;
  Machine machine(settings);
  simt_kernel_record record_of_kernel{};
  record_of_kernel.name = "kernel";
  record_of_kernel.thread_entry = entry;
  record_of_kernel.parameter_bytes = sizeof(void*);
  record_of_kernel.flags = SIMT_KERNEL_MAY_BLOCK;
  const Launch launch{.kernel = &record_of_kernel,
                      .grid = grid,
                      .block = block,
                      .cooperative = cooperative,
                      .parameters = reinterpret_cast<const std::byte*>(&parameters)};
  return machine.run(launch, schedule, {.record_switches = record});
}

ScheduleSpec schedule_of(const std::string& blocks, const std::string& warps,
                         const std::string& lanes, std::uint64_t seed = 7) {
  ScheduleSpec spec;
  spec.blocks = parse_strategy(blocks);
  spec.warps = parse_strategy(warps);
  spec.lanes = parse_strategy(lanes);
  spec.seed = seed;
  return spec;
}

std::vector<std::string> all_strategies() {
  std::vector<std::string> names;
  for (const StrategyDescription& strategy : strategy_table()) names.emplace_back(strategy.name);
  return names;
}

template <class T>
T& parameter(const void* parameters) {
  return **static_cast<T* const*>(parameters);
}

unsigned number() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// Who came, in the order in which they came, with a barrier in the middle.
void log_twice(const void* parameters) {
  auto& log = parameter<std::vector<unsigned>>(parameters);
  log.push_back(number());
  simt_barrier();
  log.push_back(1000 + number());
}

std::vector<unsigned> log_under(const ScheduleSpec& schedule, Extent3 grid, Extent3 block) {
  std::vector<unsigned> log;
  EXPECT_FALSE(run(log_twice, grid, block, &log, schedule).outcome.has_value());
  return log;
}

TEST(Explorer, SequentialGoesInOrder) {
  const auto log = log_under(canonical_schedule(1), {2, 1, 1}, {40, 1, 1});
  ASSERT_EQ(log.size(), 160u);
  std::vector<unsigned> expected;
  for (unsigned block = 0; block < 2; ++block)
    for (unsigned phase = 0; phase < 2; ++phase)
      for (unsigned thread = 0; thread < 40; ++thread)
        expected.push_back(phase * 1000 + block * 40 + thread);
  EXPECT_EQ(log, expected);
}

TEST(Explorer, ReverseGoesBackwards) {
  const auto log = log_under(schedule_of("reverse", "reverse", "reverse"), {2, 1, 1}, {40, 1, 1});
  ASSERT_EQ(log.size(), 160u);
  EXPECT_EQ(log[0], 79u);
  EXPECT_EQ(log[39], 40u);
  EXPECT_EQ(log[40], 1079u);
  EXPECT_EQ(log[80], 39u);
}

TEST(Explorer, BarrierHoldsUnderEveryStrategy) {
  for (const std::string& name : all_strategies()) {
    const auto log = log_under(schedule_of(name, name, name), {5, 1, 1}, {70, 1, 1});
    ASSERT_EQ(log.size(), 700u) << name;
    for (unsigned block = 0; block < 5; ++block) {
      unsigned before = 0;
      for (const unsigned entry : log) {
        if (entry % 1000 / 70 != block) continue;
        if (entry < 1000) {
          ++before;
        } else {
          ASSERT_EQ(before, 70u) << name;
        }
      }
    }
  }
}

TEST(Explorer, SameSeedSameScheduleAndOtherSeedAnother) {
  for (const std::string& name : all_strategies()) {
    const auto spec = schedule_of(name, name, name);
    std::vector<unsigned> one, two;
    const auto first = run(log_twice, {70, 1, 1}, {40, 1, 1}, &one, spec);
    const auto second = run(log_twice, {70, 1, 1}, {40, 1, 1}, &two, spec);
    EXPECT_EQ(one, two) << name;
    EXPECT_EQ(first.trace.hash, second.trace.hash) << name;
    EXPECT_EQ(first.trace.steps, second.trace.steps) << name;
  }
  EXPECT_NE(log_under(schedule_of("random", "random", "random", 1), {5, 1, 1}, {40, 1, 1}),
            log_under(schedule_of("random", "random", "random", 2), {5, 1, 1}, {40, 1, 1}));
}

/// Recorded deviations from the sequential schedule give the same run again.
TEST(Explorer, DeviationsReplayAnySchedule) {
  for (const std::string& name : all_strategies()) {
    const auto spec = schedule_of(name, name, name);
    std::vector<unsigned> one, two;
    const auto recorded = run(log_twice, {70, 1, 1}, {40, 1, 1}, &one, spec, true);
    ScheduleSpec replayed = spec;
    replayed.deviating = true;
    for (const SwitchRecord& at : recorded.trace.switches)
      replayed.deviations.push_back(at.deviation);
    const auto again = run(log_twice, {70, 1, 1}, {40, 1, 1}, &two, replayed);
    EXPECT_EQ(one, two) << name;
    EXPECT_EQ(again.trace.hash, recorded.trace.hash) << name;
  }
}

void count_visits(const void* parameters) {
  ++parameter<std::vector<unsigned>>(parameters)[number()];
}

TEST(Explorer, EveryThreadRunsOnceWhereBlocksComeAndGo) {
  for (const std::string& name : all_strategies()) {
    std::vector<unsigned> visits(391 * 40);
    run(count_visits, {391, 1, 1}, {40, 1, 1}, &visits, schedule_of(name, name, name));
    EXPECT_EQ(visits, std::vector<unsigned>(391 * 40, 1)) << name;
    if (name != "pct") continue;
    // Change points at which the block that ran last has just ended.
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      std::fill(visits.begin(), visits.end(), 0);
      const auto outcome = run(count_visits, {100, 1, 1}, {2, 1, 1}, &visits,
                               schedule_of("pct:20", "pct", "pct", seed))
                               .outcome;
      ASSERT_FALSE(outcome.has_value()) << outcome->cause;
    }
  }
  for (const std::string& name : all_strategies()) {
    std::vector<unsigned> visits(391 * 40);
    run(count_visits, {391, 1, 1}, {40, 1, 1}, &visits,
        schedule_of(name, "race-ahead", "sequential"));
    EXPECT_EQ(visits, std::vector<unsigned>(391 * 40, 1)) << name;
  }
}

TEST(Explorer, SequentialHasNoDeviations) {
  std::vector<unsigned> log;
  const auto spec = schedule_of("sequential", "sequential", "sequential");
  EXPECT_TRUE(run(log_twice, {3, 1, 1}, {40, 1, 1}, &log, spec, true).trace.switches.empty());
}

struct Flag {
  volatile bool up = false;
  unsigned passed = 0;
};

/// The last thread of all raises a flag that the others spin on.
void wait_for_last(const void* parameters) {
  auto& flag = parameter<Flag>(parameters);
  if (number() == gridDim.x * blockDim.x - 1) {
    flag.up = true;
  } else {
    while (!flag.up) simt_poll();
    simt_spin_done();
  }
  ++flag.passed;
}

TEST(Explorer, ResidentBlocksMakeProgressBeyondTheWindow) {
  for (const std::string& name : all_strategies()) {
    Flag flag;
    const auto result =
        run(wait_for_last, {150, 1, 1}, {2, 1, 1}, &flag, schedule_of(name, name, name));
    EXPECT_FALSE(result.outcome.has_value()) << name;
    EXPECT_EQ(flag.passed, 300u) << name;
  }
}

TEST(Explorer, SpinOnABlockThatIsNotResidentIsADeadlock) {
  Flag flag;
  const auto result = run(wait_for_last, {201, 1, 1}, {2, 1, 1}, &flag, canonical_schedule(1));
  ASSERT_TRUE(result.outcome.has_value());
  EXPECT_EQ(result.outcome->kind, FindingKind::kResidencyDeadlock);
  EXPECT_NE(result.outcome->cause.find("block (200,0,0)"), std::string::npos)
      << result.outcome->cause;
}

void spin_for_ever(const void* parameters) {
  auto& flag = parameter<Flag>(parameters);
  while (!flag.up) simt_poll();
}

TEST(Explorer, LivelockEnds) {
  Flag flag;
  const auto result = run(spin_for_ever, {3, 1, 1}, {2, 1, 1}, &flag, canonical_schedule(1));
  ASSERT_TRUE(result.outcome.has_value());
  EXPECT_EQ(result.outcome->kind, FindingKind::kLivelock);
}

void grid_barriers(const void* parameters) {
  auto& log = parameter<std::vector<unsigned>>(parameters);
  log.push_back(0);
  simt_grid_sync();
  log.push_back(1);
  simt_grid_sync();
  log.push_back(2);
}

TEST(Explorer, GridBarrierHoldsBeyondTheWindow) {
  for (const std::string& name : all_strategies()) {
    std::vector<unsigned> log;
    const auto result = run(grid_barriers, {100, 1, 1}, {33, 1, 1}, &log,
                            schedule_of(name, name, name), false, true);
    ASSERT_FALSE(result.outcome.has_value()) << name << result.outcome->cause;
    ASSERT_EQ(log.size(), 3u * 3300) << name;
    EXPECT_TRUE(std::ranges::is_sorted(log)) << name;
  }
}

TEST(Explorer, FailedRunsLeaveNothingBehind) {
  const std::vector<unsigned> before = log_under(canonical_schedule(1), {2, 1, 1}, {40, 1, 1});
  Flag flag;
  run(spin_for_ever, {3, 1, 1}, {64, 1, 1}, &flag, canonical_schedule(1));
  EXPECT_EQ(log_under(canonical_schedule(1), {2, 1, 1}, {40, 1, 1}), before);
}

void masks(const void* parameters) {
  parameter<std::vector<unsigned>>(parameters).push_back(simt_active_mask());
}

TEST(Explorer, ActiveMasksMayBeSplit) {
  std::vector<unsigned> whole, split;
  ScheduleSpec spec = canonical_schedule(3);
  run(masks, {1, 1, 1}, {32, 1, 1}, &whole, spec);
  EXPECT_EQ(whole, std::vector<unsigned>(32, ~0u));
  spec.split_active_masks = true;
  run(masks, {1, 1, 1}, {32, 1, 1}, &split, spec);
  const std::set<unsigned> seen(split.begin(), split.end());
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(*seen.begin() ^ *seen.rbegin(), ~0u);
}

TEST(Strategy, TextIsReadBackAndBadTextRefused) {
  EXPECT_EQ(parse_strategy("pct:5").text(), "pct:5");
  EXPECT_EQ(parse_strategy("random").text(), "random");
  EXPECT_THROW(parse_strategy("fast"), std::invalid_argument);
  EXPECT_THROW(parse_strategy("pct:"), std::invalid_argument);
  EXPECT_THROW(parse_strategy("pct:0"), std::invalid_argument);
  EXPECT_THROW(parse_strategy("pct:3x"), std::invalid_argument);
  EXPECT_THROW(parse_strategy("sequential:2"), std::invalid_argument);
}

}  // namespace
}  // namespace simt
