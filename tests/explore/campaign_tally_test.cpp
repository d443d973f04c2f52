// SPDX-License-Identifier: Apache-2.0
/// Parts of a campaign, put together: the order does not matter, and nothing counts twice.
#include "simt/explore/campaign_tally.h"

#include <gtest/gtest.h>

namespace simt {
namespace {

LaunchPart part(std::uint64_t launch, std::vector<ScheduleResult> results) {
  LaunchPart part;
  part.program = 7;
  part.launch.launch = launch;
  part.launch.kernel = "f(int*)";
  part.launch.wanted = 4;
  part.launch.seconds = 0.5;
  part.order = 1;
  part.results = std::move(results);
  return part;
}

LaunchPart failing_part(std::uint64_t schedule, Failure::Kind kind = Failure::Kind::kMemory) {
  LaunchPart failing =
      part(1, {{.schedule = schedule, .state = 5, .order = 6, .failure = "wrong"}});
  failing.failures["wrong"].kind = kind;
  failing.failures["wrong"].schedule = schedule;
  return failing;
}

LaunchReport only_launch(const CampaignTally& tally) {
  const auto launches = tally.launches({});
  EXPECT_EQ(launches.size(), 1u);
  return launches.at(0);
}

TEST(CampaignTally, CountsWhatPartsShow) {
  CampaignTally tally;
  tally.add(part(1, {{.schedule = 0, .state = 0, .order = 1, .failure = ""},
                     {.schedule = 1, .state = 0, .order = 2, .failure = ""}}));
  tally.add(failing_part(2));
  const LaunchReport launch = only_launch(tally);
  EXPECT_EQ(launch.schedules, 3u);
  EXPECT_EQ(launch.wanted, 4u);
  EXPECT_EQ(launch.states, 2u);
  EXPECT_EQ(launch.orders, 3u);
  EXPECT_DOUBLE_EQ(launch.seconds, 1);
  ASSERT_EQ(launch.failures.size(), 1u);
  EXPECT_EQ(launch.failures[0].count, 1u);
  EXPECT_TRUE(tally.has_failures());
}

TEST(CampaignTally, LeavesOutSchedulesThatThereAreNot) {
  CampaignTally tally;
  tally.add(part(1, {{.schedule = 4, .state = 0, .order = 1, .failure = ""}}));
  EXPECT_EQ(only_launch(tally).schedules, 0u);
}

TEST(CampaignTally, CountsNothingTwice) {
  CampaignTally tally;
  tally.add(failing_part(2));
  tally.add(failing_part(2));
  EXPECT_EQ(tally.schedules(), 1u);
  EXPECT_EQ(only_launch(tally).failures.at(0).count, 1u);
}

TEST(CampaignTally, KeepsTheFirstScheduleOfAFailure) {
  for (const bool backwards : {false, true}) {
    CampaignTally tally;
    tally.add(failing_part(backwards ? 3 : 0));
    tally.add(failing_part(backwards ? 0 : 3));
    const Failure failure = only_launch(tally).failures.at(0);
    EXPECT_EQ(failure.schedule, 0u);
    EXPECT_EQ(failure.count, 2u);
  }
}

TEST(CampaignTally, RoundingIsNoFailure) {
  CampaignTally tally;
  tally.add(failing_part(0, Failure::Kind::kRounding));
  EXPECT_FALSE(tally.has_failures());
}

TEST(CampaignTally, ALaunchThatIsGivenSomethingElseIsAnotherOne) {
  CampaignTally tally;
  tally.add(part(1, {}));
  LaunchPart other = part(1, {{.schedule = 0, .state = 0, .order = 1, .failure = ""}});
  other.launch.input = 99;
  tally.add(other);
  EXPECT_EQ(tally.launch_count(), 2u);
  EXPECT_EQ(tally.schedules_of(part(1, {}).key()), 0u);
  EXPECT_EQ(tally.schedules_of(other.key()), 1u);
}

TEST(CampaignTally, SaysWhatIsDone) {
  CampaignTally tally;
  tally.add(failing_part(3));
  tally.add(part(1, {{.schedule = 1, .state = 0, .order = 1, .failure = ""}}));
  const auto done = tally.done();
  ASSERT_EQ(done.size(), 1u);
  EXPECT_EQ(done[0].launch, part(1, {}).key());
  EXPECT_EQ(done[0].schedules, (std::vector<std::uint64_t>{1, 3}));
}

TEST(CampaignTally, PartsAreReadAsTheyAreWritten) {
  const LaunchPart written = failing_part(2);
  const LaunchPart read = launch_part_from_json(to_json(written));
  EXPECT_EQ(read.key(), written.key());
  EXPECT_EQ(to_json(read), to_json(written));
}

}  // namespace
}  // namespace simt
