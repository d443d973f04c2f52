// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/late_stores.h"

#include <gtest/gtest.h>

#include <string>

namespace simt {
namespace {

constexpr ThreadNumber kOne = 0;
constexpr ThreadNumber kSibling = 1;
constexpr ThreadNumber kStranger = kThreadsPerBlock;

/// Two words of memory, and threads that store to them late.
class LateStoresTest : public testing::Test {
 protected:
  void store_late(ThreadNumber thread, int* word, int value) {
    late_.run(thread);
    AccessEvent store;
    store.thread = thread;
    store.step = ++step_;
    store.address = reinterpret_cast<std::uint64_t>(word);
    store.bytes = sizeof *word;
    ASSERT_TRUE(late_.hold(store));
    *word = value;
  }
  void release(ThreadNumber thread, const int* word) {
    late_.run(thread);
    late_.release(reinterpret_cast<std::uint64_t>(word), sizeof *word);
  }
  int seen_by(ThreadNumber thread, const int* word) {
    late_.run(thread);
    return *word;
  }

  int data_ = 0;
  int flag_ = 0;
  /// The threads whose stores became visible to all, in order.
  std::string told_;
  LateStores late_{
      [this](const AccessEvent& store) { told_ += std::to_string(store.thread) + " "; }};
  std::uint64_t step_ = 0;
};

TEST_F(LateStoresTest, OnlyTheThreadSeesItsStore) {
  store_late(kOne, &data_, 7);
  EXPECT_EQ(seen_by(kStranger, &data_), 0);
  EXPECT_EQ(seen_by(kSibling, &data_), 0);
  EXPECT_EQ(seen_by(kOne, &data_), 7);
  EXPECT_EQ(told_, "");
}

TEST_F(LateStoresTest, AFenceMakesItVisible) {
  store_late(kOne, &data_, 7);
  late_.release_to_all();
  EXPECT_EQ(seen_by(kStranger, &data_), 7);
  EXPECT_EQ(told_, "0 ");
}

TEST_F(LateStoresTest, ABarrierMakesItVisibleToTheBlock) {
  store_late(kOne, &data_, 7);
  late_.release_to_block();
  EXPECT_EQ(seen_by(kStranger, &data_), 0);
  EXPECT_EQ(seen_by(kSibling, &data_), 7);
  EXPECT_EQ(told_, "");
}

TEST_F(LateStoresTest, AFenceOrdersWhatTheBlockShowed) {
  store_late(kOne, &data_, 7);
  late_.release_to_block();
  late_.run(kSibling);
  late_.release_to_all();
  EXPECT_EQ(seen_by(kStranger, &data_), 7);
}

TEST_F(LateStoresTest, StoresOfOneThreadStayInOrder) {
  store_late(kOne, &data_, 1);
  store_late(kOne, &data_, 2);
  EXPECT_EQ(seen_by(kStranger, &data_), 0);
  EXPECT_EQ(seen_by(kOne, &data_), 2);
  late_.release_to_all();
  EXPECT_EQ(seen_by(kStranger, &data_), 2);
}

TEST_F(LateStoresTest, AStoreOverrulesWhatOthersWroteBeforeItIsVisible) {
  store_late(kOne, &data_, 1);
  late_.run(kStranger);
  data_ = 5;
  EXPECT_EQ(seen_by(kOne, &data_), 1);
  EXPECT_EQ(seen_by(kStranger, &data_), 5);
  late_.run(kOne);
  late_.release_to_all();
  EXPECT_EQ(seen_by(kStranger, &data_), 1);
}

TEST_F(LateStoresTest, AnAtomicOfThePlaceMakesItVisibleAndNoOther) {
  store_late(kOne, &data_, 1);
  store_late(kOne, &flag_, 2);
  release(kOne, &flag_);
  EXPECT_EQ(seen_by(kStranger, &data_), 0);
  EXPECT_EQ(seen_by(kStranger, &flag_), 2);
}

TEST_F(LateStoresTest, StoresOutliveTheirBlock) {
  store_late(kOne, &data_, 1);
  late_.release_to_block();
  late_.end_block();
  EXPECT_EQ(seen_by(kStranger, &data_), 0);
  EXPECT_TRUE(late_.release_everything());
  EXPECT_EQ(data_, 1);
  EXPECT_FALSE(late_.release_everything());
}

TEST_F(LateStoresTest, EverythingIsReleasedFromWhateverState) {
  store_late(kOne, &data_, 1);
  late_.release_to_block();
  store_late(kStranger, &flag_, 2);
  EXPECT_TRUE(late_.release_everything());
  EXPECT_EQ(data_, 1);
  EXPECT_EQ(flag_, 2);
  EXPECT_EQ(told_, "0 1024 ");
}

TEST_F(LateStoresTest, AThreadHoldsBackOnlySoMany) {
  std::vector<int> words(LateStores::kMostOfThread + 1);
  for (std::size_t i = 0; i < LateStores::kMostOfThread; ++i) store_late(kOne, &words[i], 1);
  AccessEvent one_more;
  one_more.thread = kOne;
  one_more.address = reinterpret_cast<std::uint64_t>(&words.back());
  one_more.bytes = sizeof(int);
  EXPECT_FALSE(late_.hold(one_more));
}

}  // namespace
}  // namespace simt
