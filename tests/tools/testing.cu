// SPDX-License-Identifier: Apache-2.0
/// simt/testing.h from inside a test program: what passes, what fails, and what a result says.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <simt/testing.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

constexpr int kThreads = 64;

__global__ void reverse(int* values, bool with_barrier) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = values[threadIdx.x];
  if (with_barrier) __syncthreads();
  values[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

__global__ void add(int* total) { atomicAdd(total, static_cast<int>(threadIdx.x)); }

/// Two additions for one where both threads look before either writes: which accesses come between
/// others is all that matters.
__global__ void count(int* total) {
  const int seen = *total;
  *total = seen + 1;
}

__global__ void assert_first(int* ticket) {
  const int mine = atomicAdd(ticket, 1);
  if (threadIdx.x == 1) assert(mine == 1);
}

__global__ void assert_nothing() { assert(false); }

class Testing : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cudaMallocManaged(&values_, kThreads * sizeof(int)), cudaSuccess);
    for (int i = 0; i < kThreads; ++i) values_[i] = i;
  }
  void TearDown() override {
    cudaFree(values_);
    cudaDeviceReset();
  }

  int* values_ = nullptr;
};

simt::ExplorationOptions few() {
  simt::ExplorationOptions options;
  options.schedules = 50;
  return options;
}

TEST_F(Testing, AKernelThatSynchronisesPassesAndLeavesItsResult) {
  EXPECT_SCHEDULE_INVARIANT((reverse<<<1, kThreads>>>(values_, true)));
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(values_[i], kThreads - 1 - i);
}

TEST_F(Testing, AMissingBarrierFailsWithTheWriterTheTokenAndTheSeed) {
  const simt::ExplorationResult result =
      simt::explore(few(), [&] { reverse<<<1, kThreads>>>(values_, false); });
  EXPECT_FALSE(result.passed());
  EXPECT_TRUE(result.has_no_findings());
  EXPECT_EQ(result.launches(), 1u);
  EXPECT_EQ(result.schedules(), 50u);
  ASSERT_FALSE(result.failures().empty());
  const simt::ExplorationFailure& failure = result.failures().front();
  EXPECT_NE(failure.kernel.find("reverse(int*, bool)"), std::string::npos) << failure.kernel;
  EXPECT_NE(failure.file.find("testing.cu"), std::string::npos) << failure.file;
  EXPECT_EQ(failure.token.rfind("simt1,", 0), 0u);
  std::ostringstream printed;
  printed << result;
  EXPECT_NE(printed.str().find("token " + failure.token), std::string::npos) << printed.str();
  EXPECT_NE(printed.str().find("seed 1\n"), std::string::npos) << printed.str();
}

TEST_F(Testing, TheExpectationFailsWithTheReport) {
  static int* values;
  values = values_;
  EXPECT_NONFATAL_FAILURE(EXPECT_SCHEDULE_INVARIANT((reverse<<<1, kThreads>>>(values, false))),
                          "the result depends on the schedule");
}

TEST_F(Testing, TheAssertionLeavesTheTest) {
  static int* values;
  static bool went_on;
  values = values_;
  went_on = false;
  EXPECT_FATAL_FAILURE(
      {
        ASSERT_SCHEDULE_INVARIANT((reverse<<<1, kThreads>>>(values, false)));
        went_on = true;
      },
      "token simt1,");
  EXPECT_FALSE(went_on);
}

TEST_F(Testing, SeveralStatementsAndLaunchesAreExploredTogether) {
  EXPECT_SCHEDULE_INVARIANT_WITH(few(), {
    reverse<<<1, kThreads>>>(values_, true);
    cudaDeviceSynchronize();
    add<<<2, kThreads>>>(values_);
  });
  cudaDeviceSynchronize();
  EXPECT_EQ(values_[0], kThreads - 1 + 2 * (kThreads * (kThreads - 1) / 2));
}

TEST_F(Testing, SwitchesComeBetweenMemoryAccesses) {
  values_[0] = 0;
  const auto result = simt::explore(few(), [&] { count<<<2, 1>>>(values_); });
  EXPECT_FALSE(result.passed()) << result;
}

TEST_F(Testing, FindingsAreThoseOfSomeSchedulesToo) {
  values_[0] = 0;
  const auto result = simt::explore(few(), [&] { assert_first<<<1, 2>>>(values_); });
  EXPECT_FALSE(result.passed());
  EXPECT_FALSE(result.has_no_findings()) << result;
  EXPECT_TRUE(result.failures().front().is_finding);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess) << "the canonical schedule does not fail";
}

TEST_F(Testing, DifferentResultsAreNoFindings) {
  EXPECT_NO_FINDINGS_WITH(few(), (reverse<<<1, kThreads>>>(values_, false)));
}

TEST_F(Testing, ALaunchThatAlwaysFailsIsAFinding) {
  const auto result = simt::explore(few(), [] { assert_nothing<<<1, 1>>>(); });
  EXPECT_FALSE(result.has_no_findings());
  ASSERT_EQ(result.failures().size(), 1u);
  EXPECT_EQ(result.failures()[0].token, "");
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorAssert);
}

TEST_F(Testing, NothingToExploreIsNoPass) {
  const auto result = simt::explore(few(), [] {});
  EXPECT_FALSE(result.passed());
  EXPECT_FALSE(result.has_no_findings());
  EXPECT_NE(result.text().find("no launch was explored"), std::string::npos);
}

TEST_F(Testing, LaunchesOutsideRunAsEver) {
  simt::explore(few(), [&] { reverse<<<1, kThreads>>>(values_, true); });
  reverse<<<1, kThreads>>>(values_, true);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < kThreads; ++i) EXPECT_EQ(values_[i], i);
}

TEST_F(Testing, WhatTheBodyThrowsComesOut) {
  EXPECT_THROW(simt::explore(few(), [] { throw std::domain_error("x"); }), std::domain_error);
  EXPECT_SCHEDULE_INVARIANT_WITH(few(), (reverse<<<1, kThreads>>>(values_, true)));
}

TEST_F(Testing, OptionsInErrorAreRefused) {
  const auto exploring = [](simt::ExplorationOptions options) {
    return [options] { simt::explore(options, [] {}); };
  };
  simt::ExplorationOptions options;
  options.warps = "fates";
  EXPECT_THROW(exploring(options)(), std::invalid_argument);
  options = {};
  options.seconds = -1;
  EXPECT_THROW(exploring(options)(), std::invalid_argument);
  EXPECT_THROW(simt::explore({}, exploring({})), std::logic_error);
}

TEST_F(Testing, FailingSchedulesAreRunFirstTheNextTime) {
  simt::ExplorationOptions options = few();
  options.corpus = testing::TempDir() + "simt_corpus." + std::to_string(getpid());
  options.test = "Reverse.Works";
  const auto explore = [&] {
    for (int i = 0; i < kThreads; ++i) values_[i] = i;
    return simt::explore(options, [&] { reverse<<<1, kThreads>>>(values_, false); });
  };
  const simt::ExplorationResult first = explore();
  ASSERT_FALSE(first.passed());

  options.schedules = 1;
  options.until_failure = true;
  options.jobs = 1;
  options.seed = 99;
  const simt::ExplorationResult next = explore();
  EXPECT_FALSE(next.passed());
  EXPECT_EQ(next.schedules(), 1u) << next;

  options.until_failure = false;
  options.test = "Another.Test";
  EXPECT_EQ(explore().schedules(), 1u) << "its corpus is empty";
  std::remove(options.corpus.c_str());
}

TEST_F(Testing, ACorpusThatCannotBeWrittenIsSaidWithTheFailure) {
  simt::ExplorationOptions options = few();
  options.corpus = testing::TempDir() + "no such directory/corpus";
  const auto result = simt::explore(options, [&] { reverse<<<1, kThreads>>>(values_, false); });
  EXPECT_FALSE(result.failures().empty());
  EXPECT_NE(result.text().find("could not be stored: corpus " + options.corpus + ": No such file"),
            std::string::npos)
      << result;
}

TEST_F(Testing, ACorpusThatCannotBeReadIsAnError) {
  simt::ExplorationOptions options = few();
  options.corpus = testing::TempDir();
  EXPECT_THROW(simt::explore(options, [&] { add<<<1, 1>>>(values_); }), std::runtime_error);
}

TEST(TestingMatchers, HaveTheInterfaceThatGoogleTestAsksFor) {
  const testing::Matcher<const simt::ExplorationResult&> matcher = simt::IsScheduleInvariant();
  const simt::ExplorationResult good(1, 1, true, {}, "");
  const simt::ExplorationResult bad(1, 1, true, {simt::ExplorationFailure{}}, "");
  EXPECT_TRUE(matcher.Matches(good));
  EXPECT_FALSE(matcher.Matches(bad));
  const testing::Matcher<const simt::ExplorationResult&> findings = simt::HasNoFindings();
  EXPECT_TRUE(findings.Matches(bad)) << "other results are none";
}

}  // namespace
