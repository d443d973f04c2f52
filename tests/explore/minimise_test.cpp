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

}  // namespace
}  // namespace simt
