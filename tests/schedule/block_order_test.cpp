// SPDX-License-Identifier: Apache-2.0
#include "simt/schedule/block_order.h"

#include <gtest/gtest.h>

#include <vector>

namespace simt {
namespace {

std::vector<std::uint64_t> order_of(std::uint64_t blocks, std::uint64_t seed) {
  const BlockOrder order(blocks, seed);
  std::vector<std::uint64_t> started;
  for (std::uint64_t place = 0; place < blocks; ++place) started.push_back(order.at(place));
  return started;
}

TEST(BlockOrder, StartsEveryBlockOnce) {
  for (const std::uint64_t blocks : {1, 2, 3, 64, 1000, 1024, 1025, 5000, 65537}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      std::vector<int> starts(blocks, 0);
      for (const std::uint64_t block : order_of(blocks, seed)) ++starts.at(block);
      EXPECT_EQ(starts, std::vector<int>(blocks, 1)) << blocks << " blocks, seed " << seed;
    }
  }
}

TEST(BlockOrder, DependsOnTheSeedAndOnNothingElse) {
  EXPECT_EQ(order_of(100, 7), order_of(100, 7));
  EXPECT_NE(order_of(100, 7), order_of(100, 8));
  EXPECT_NE(order_of(5000, 7), order_of(5000, 8));
}

TEST(BlockOrder, OfTwoBlocksGoesBothWays) {
  int reversed = 0;
  for (std::uint64_t seed = 0; seed < 64; ++seed) reversed += order_of(2, seed)[0] == 1 ? 1 : 0;
  EXPECT_GT(reversed, 16);
  EXPECT_LT(reversed, 48);
}

TEST(BlockOrder, OfTheLargestGridNeedsNoTable) {
  constexpr std::uint64_t kBlocks = 2147483647;
  const BlockOrder order(kBlocks, 3);
  EXPECT_LT(order.at(0), kBlocks);
  EXPECT_LT(order.at(kBlocks - 1), kBlocks);
}

}  // namespace
}  // namespace simt
