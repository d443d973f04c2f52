// SPDX-License-Identifier: Apache-2.0
/// Shares of schedules: what they are called, and that they are a partition.
#include "simt/explore/shard.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace simt {
namespace {

TEST(Shard, IsReadAsItIsWritten) {
  EXPECT_EQ(parse_shard("2/8"), (Shard{2, 8}));
  EXPECT_EQ(to_text(parse_shard("8/8")), "8/8");
}

TEST(Shard, IsRefusedWhereItIsNone) {
  for (const char* text : {"", "1", "/", "1/", "/2", "0/2", "3/2", "1/0", "-1/2", "1/2x", "1/2/3"})
    EXPECT_THROW(parse_shard(text), std::invalid_argument) << text;
}

TEST(Shard, EachScheduleIsInOne) {
  for (std::uint64_t index = 0; index < 20; ++index) {
    int shards = 0;
    for (std::uint64_t number = 1; number <= 3; ++number)
      shards += Shard{number, 3}.has(index) ? 1 : 0;
    EXPECT_EQ(shards, 1) << index;
  }
}

}  // namespace
}  // namespace simt
