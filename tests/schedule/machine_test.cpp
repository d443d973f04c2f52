// SPDX-License-Identifier: Apache-2.0
/// The machine with kernels written in C++, so that it runs under sanitizers without the compiler.
#include "simt/grid/machine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "simt/abi/builtin_variables.h"

extern "C" {
void simt_barrier();
void simt_poll();
unsigned simt_vote_ballot(unsigned mask, int predicate);
}

namespace simt {
namespace {

/// Runs `entry` with `parameters`, the address of whatever the kernel wants.
LaunchOutcome launch(Machine& machine, void (*entry)(const void*), Extent3 grid, Extent3 block,
                     const void* parameters, std::uint32_t flags = SIMT_KERNEL_MAY_BLOCK) {
  simt_kernel_record record{};
  record.name = "kernel";
  record.thread_entry = entry;
  record.parameter_bytes = sizeof(void*);
  record.flags = flags;
  const Launch launch{.kernel = &record,
                      .grid = grid,
                      .block = block,
                      .parameters = reinterpret_cast<const std::byte*>(&parameters)};
  return machine.run(launch);
}

template <class T>
T& parameter(const void* parameters) {
  return **static_cast<T* const*>(parameters);
}

Machine make_machine(unsigned workers) {
  MachineSettings settings;
  settings.seed = 1;
  settings.workers = workers;
  settings.livelock_polls = 100000;
  return Machine(settings);
}

void count_threads(const void* parameters) {
  parameter<std::atomic<unsigned>>(parameters).fetch_add(1);
}

TEST(Machine, RunsEveryThreadOnce) {
  for (const unsigned workers : {1u, 4u}) {
    Machine machine = make_machine(workers);
    std::atomic<unsigned> count = 0;
    EXPECT_FALSE(launch(machine, count_threads, {300, 2, 1}, {33, 2, 1}, &count).has_value());
    EXPECT_EQ(count, 300u * 2 * 33 * 2);
  }
}

/// Ranks in which threads passed the barrier: nobody passes before all have come.
struct Passage {
  std::atomic<unsigned> came = 0;
  std::atomic<bool> early = false;
};
void pass_barriers(const void* parameters) {
  auto& passage = parameter<Passage>(parameters);
  for (unsigned round = 1; round <= 3; ++round) {
    passage.came.fetch_add(1);
    simt_barrier();
    if (passage.came.load() < round * 100) passage.early = true;
  }
}

TEST(Machine, BarrierHoldsUntilAllHaveCome) {
  Machine machine = make_machine(2);
  Passage passage;
  EXPECT_FALSE(launch(machine, pass_barriers, {1, 1, 1}, {100, 1, 1}, &passage).has_value());
  EXPECT_FALSE(passage.early);
  EXPECT_EQ(passage.came, 300u);
}

void wait_for_the_other_block(const void* parameters) {
  auto& arrived = parameter<std::atomic<unsigned>>(parameters);
  arrived.fetch_add(1);
  while (arrived.load() < 2) simt_poll();
}

TEST(Machine, OneWorkerLetsBlocksWaitForEachOther) {
  Machine machine = make_machine(1);
  std::atomic<unsigned> arrived = 0;
  EXPECT_FALSE(
      launch(machine, wait_for_the_other_block, {2, 1, 1}, {1, 1, 1}, &arrived).has_value());
}

void spin_for_ever(const void*) {
  while (true) simt_poll();
}

TEST(Machine, EndsALivelock) {
  Machine machine = make_machine(2);
  const LaunchOutcome outcome = launch(machine, spin_for_ever, {3, 1, 1}, {2, 1, 1}, nullptr);
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->kind, FindingKind::kLivelock);
  EXPECT_EQ(outcome->seed, 1u);
}

void wait_at_different_places(const void*) {
  if (threadIdx.x % 2 == 0) {
    simt_barrier();
  } else {
    simt_vote_ballot(0xffffffffu, 1);
  }
}

TEST(Machine, ReportsADeadlockWithAPlaceOfEachKind) {
  Machine machine = make_machine(1);
  const LaunchOutcome outcome =
      launch(machine, wait_at_different_places, {1, 1, 1}, {32, 1, 1}, nullptr);
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->kind, FindingKind::kDeadlock);
  ASSERT_EQ(outcome->places.size(), 2u);
  EXPECT_NE(outcome->places[0].doing, outcome->places[1].doing);
}

TEST(Machine, RunsAgainAfterAFailure) {
  Machine machine = make_machine(2);
  EXPECT_TRUE(launch(machine, spin_for_ever, {1, 1, 1}, {64, 1, 1}, nullptr).has_value());
  std::atomic<unsigned> count = 0;
  EXPECT_FALSE(launch(machine, count_threads, {2, 1, 1}, {64, 1, 1}, &count).has_value());
  EXPECT_EQ(count, 128u);
}

TEST(Residency, FollowsThreadsSharedMemoryAndTheBlockLimit) {
  const ResidencyLimits h200;
  EXPECT_EQ(resident_blocks_per_multiprocessor(h200, 256, 0), 8u);
  EXPECT_EQ(resident_blocks_per_multiprocessor(h200, 1024, 0), 2u);
  EXPECT_EQ(resident_blocks_per_multiprocessor(h200, 32, 0), 32u);
  EXPECT_EQ(resident_blocks_per_multiprocessor(h200, 33, 0), 32u);
  EXPECT_EQ(resident_blocks_per_multiprocessor(h200, 128, 40000), 5u);
  EXPECT_EQ(resident_blocks_per_multiprocessor(h200, 128, 232448), 1u);
}

}  // namespace
}  // namespace simt
