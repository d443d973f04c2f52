// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "simt/explore/shrinker.h"

namespace simt {
namespace {

std::vector<Deviation> numbered(std::size_t count) {
  std::vector<Deviation> parts;
  for (std::size_t i = 0; i < count; ++i) parts.push_back({i, 1, 0});
  return parts;
}

bool has(const std::vector<Deviation>& parts, std::uint64_t number) {
  return std::ranges::any_of(parts, [&](const Deviation& part) { return part.at == number; });
}

TEST(Minimise, KeepsWhatIsNeededAndNothingElse) {
  int runs = 0;
  const auto left = minimise(numbered(1000), [&](const std::vector<Deviation>& subset) {
    ++runs;
    return has(subset, 17) && has(subset, 18) && has(subset, 900);
  });
  ASSERT_EQ(left.size(), 3u);
  EXPECT_TRUE(has(left, 17) && has(left, 18) && has(left, 900));
  EXPECT_LT(runs, 300);
}

TEST(Minimise, MayComeToNothing) {
  EXPECT_TRUE(minimise(numbered(10), [](const auto&) { return true; }).empty());
  EXPECT_EQ(minimise(numbered(10), [](const auto& subset) { return subset.size() == 10; }).size(),
            10u);
}

TEST(Shortcut, LeavesOutThreadsOnTheWay) {
  // From the start by way of 5 and 6 to 7, then from there to 8: what counts is that 7 is first.
  const std::vector<Deviation> detour{{kNobody, 0, 5}, {5, 1, 6}, {6, 1, 7}, {7, 3, 8}};
  const auto left = shortcut(detour, [](const std::vector<Deviation>& parts) {
    return parts.size() >= 2 && parts[0].next == 7 && parts.back() == Deviation{7, 3, 8};
  });
  EXPECT_EQ(left, (std::vector<Deviation>{{kNobody, 0, 7}, {7, 3, 8}}));
}

TEST(FailingPair, IsFoundWhereThereIsOne) {
  const auto pair = failing_pair(
      numbered(30), 1000, [](const auto& subset) { return has(subset, 4) && has(subset, 25); });
  ASSERT_EQ(pair.size(), 2u);
  EXPECT_TRUE(has(pair, 4) && has(pair, 25));
}

TEST(FailingPair, EndsAfterItsTries) {
  int tries = 0;
  const auto pair = failing_pair(numbered(1000), 100, [&](const auto&) {
    ++tries;
    return false;
  });
  EXPECT_TRUE(pair.empty());
  EXPECT_GT(tries, 0);
  EXPECT_LT(tries, 200);
}

TEST(Shortcut, KeepsWhatHasNone) {
  const auto parts = numbered(4);
  EXPECT_EQ(shortcut(parts, [](const auto& fewer) { return fewer.size() == 4; }), parts);
}

}  // namespace
}  // namespace simt
