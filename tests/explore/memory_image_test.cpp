// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/memory_image.h"

#include <gtest/gtest.h>

#include <cstring>

namespace simt {
namespace {

constexpr std::size_t kLarge = std::size_t{3} << 20;

class MemoryImages : public testing::TestWithParam<std::size_t> {
 protected:
  std::uint64_t* allocate() {
    return reinterpret_cast<std::uint64_t*>(*memory.device().allocate(GetParam(), nullptr));
  }
  MemoryMap memory{std::size_t{1} << 30, 5};
};

TEST_P(MemoryImages, RestoresAndComparesWords) {
  std::uint64_t* const data = allocate();
  std::memset(data, 1, GetParam());
  const MemoryImage start = MemoryImage::capture(memory, {});
  data[3] = 42;
  const MemoryImage end = MemoryImage::capture(memory, {});
  EXPECT_TRUE(end.differences(start, 0, 10).empty());
  data[3] = 43;
  data[7] = 44;
  const auto found = end.differences(start, 0, 10);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], (WordDifference{reinterpret_cast<std::uint64_t>(data + 3), 42, 43}));
  EXPECT_EQ(end.differences(start, 0, 1).size(), 1u);
  start.restore(0);
  EXPECT_EQ(data[3], 0x0101010101010101u);
  EXPECT_EQ(data[7], 0x0101010101010101u);
}

TEST_P(MemoryImages, UnwrittenWordsAreRefilledAndNotCompared) {
  std::uint64_t* const data = allocate();
  data[0] = 1;
  const std::uint64_t unwritten = data[1];
  const MemoryImage start = MemoryImage::capture(memory, {});
  EXPECT_TRUE(start.has_fresh_words());
  data[2] = 2;
  const MemoryImage end = MemoryImage::capture(memory, {});
  start.restore(0xff);
  EXPECT_EQ(data[0], 1u);
  EXPECT_EQ(data[1], unwritten ^ 0xff);
  data[2] = 2;
  EXPECT_TRUE(end.differences(start, 0xff, 10).empty());
  // A result that depends on what was there differs.
  data[2] = data[1];
  EXPECT_EQ(end.differences(start, 0xff, 10).size(), 1u);
}

TEST_P(MemoryImages, UnwrittenBytesOfAWordAreNotCompared) {
  constexpr std::uint64_t kUpperHalf = ~std::uint64_t{0} << 32;
  std::uint64_t* const data = allocate();
  const MemoryImage start = MemoryImage::capture(memory, {});
  data[1] = (data[1] & kUpperHalf) | 5;
  const std::uint64_t expected = data[1];
  const MemoryImage end = MemoryImage::capture(memory, {});
  start.restore(0x0123456789abcdef);
  data[1] = (data[1] & kUpperHalf) | 5;
  EXPECT_TRUE(end.differences(start, 0x0123456789abcdef, 10).empty());
  data[1] = (data[1] & kUpperHalf) | 6;
  const auto found = end.differences(start, 0x0123456789abcdef, 10);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].found, (expected & kUpperHalf) | 6);
}

TEST_P(MemoryImages, HashDependsOnContents) {
  std::uint64_t* const data = allocate();
  const auto before = MemoryImage::capture(memory, {}).hash();
  EXPECT_EQ(MemoryImage::capture(memory, {}).hash(), before);
  data[5] ^= 1;
  EXPECT_NE(MemoryImage::capture(memory, {}).hash(), before);
}

INSTANTIATE_TEST_SUITE_P(Sizes, MemoryImages, testing::Values(100, kLarge));

}  // namespace
}  // namespace simt
