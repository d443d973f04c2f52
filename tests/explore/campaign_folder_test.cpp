// SPDX-License-Identifier: Apache-2.0
/// Folders of campaigns: what is stored is there for the next, and only for the same campaign.
#include "simt/explore/campaign_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace simt {
namespace {

class Folder : public testing::Test {
 protected:
  Folder() : folder_(testing::TempDir() + "simt_campaign." + std::to_string(getpid())) {}
  ~Folder() override { std::filesystem::remove_all(folder_); }

  CampaignFolder join(const ExploreOptions& options = {}) const {
    return CampaignFolder::join(folder_, {{"./prog", "5"}, 7, options});
  }
  const std::string& name() const { return folder_; }

 private:
  std::string folder_;
};

LaunchPart part(std::uint64_t launch, std::uint64_t schedule) {
  LaunchPart part;
  part.launch.launch = launch;
  part.launch.kernel = "f";
  part.launch.wanted = 2;
  part.results.push_back({.schedule = schedule, .state = 0, .order = 0, .failure = ""});
  return part;
}

TEST_F(Folder, HoldsWhatProcessesStore) {
  CampaignFolder one = join();
  CampaignFolder other = join();
  one.store(part(1, 0));
  other.store(part(1, 1));
  one.store(part(2, 0));
  const auto results = CampaignFolder::open(name()).results();
  EXPECT_EQ(results.tally.launch_count(), 2u);
  EXPECT_EQ(results.tally.schedules(), 3u);
  EXPECT_FALSE(results.ended);
}

TEST_F(Folder, SaysWhatIsLeftToDo) {
  CampaignFolder folder = join();
  folder.store(part(1, 0));
  EXPECT_EQ(folder.report(folder.results()).unfinished,
            "1 schedules of the campaign in " + name() + " are still to be run");
  folder.store(part(1, 1));
  EXPECT_EQ(folder.report(folder.results()).unfinished,
            "the campaign in " + name() + " has not come to the program's end");
  folder.store_end("it failed");
  EXPECT_EQ(folder.report(folder.results()).unfinished, "");
  EXPECT_EQ(folder.report(folder.results()).program_end, "it failed");
}

TEST_F(Folder, HowItIsRunDoesNotMatter) {
  join();
  ExploreOptions options;
  options.shard = {2, 3};
  options.deadline = 5;
  options.until_failure = true;
  options.jobs = 9;
  EXPECT_NO_THROW(join(options));
}

TEST_F(Folder, IsOfOneCampaign) {
  join();
  ExploreOptions options;
  options.tolerance.ulp = 3;
  EXPECT_THROW(join(options), std::invalid_argument);
  EXPECT_THROW(CampaignFolder::join(name(), {{"./prog", "5"}, 8, {}}), std::invalid_argument);
  EXPECT_THROW(CampaignFolder::join(name(), {{"./prog", "6"}, 7, {}}), std::invalid_argument);
  EXPECT_NO_THROW(CampaignFolder::join(name(), {{"/elsewhere/prog", "5"}, 7, {}}));
}

TEST_F(Folder, WhatIsKnownInTheBeginningHoldsForAll) {
  ExploreOptions options;
  options.known.push_back({.kernel = "f", .token = {}});
  join(options);
  EXPECT_EQ(join().campaign().options.known.size(), 1u);
}

TEST_F(Folder, ALineThatWasCutOffDoesNotCount) {
  join().store(part(1, 0));
  std::ofstream(name() + "/results-1.jsonl", std::ios::app) << "{\"launch";
  EXPECT_EQ(join().results().tally.schedules(), 1u);
}

TEST_F(Folder, ALineInErrorIsNamed) {
  join().store(part(1, 0));
  std::ofstream(name() + "/results-1.jsonl", std::ios::app) << "{}\n";
  try {
    join().results();
    FAIL();
  } catch (const StorageError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with(name() + "/results-1.jsonl:2: "));
  }
}

TEST_F(Folder, ThereIsNoneToOpen) { EXPECT_THROW(CampaignFolder::open(name()), StorageError); }

}  // namespace
}  // namespace simt
