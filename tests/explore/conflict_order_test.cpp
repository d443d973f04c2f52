// SPDX-License-Identifier: Apache-2.0
#include "simt/observe/conflict_order.h"

#include <gtest/gtest.h>

#include <vector>

#include "simt/observe/last_writers.h"

namespace simt {
namespace {

const simt_site_record kRead{.file = "a.cu",
                             .function = "f",
                             .inlined_at = nullptr,
                             .line = 1,
                             .column = 1,
                             .size = 4,
                             .kind = SIMT_ACCESS_READ,
                             .scope = SIMT_SCOPE_BLOCK,
                             .space = SIMT_ADDRESS_GLOBAL,
                             .flags = 0};
const simt_site_record kWrite{.file = "a.cu",
                              .function = "f",
                              .inlined_at = nullptr,
                              .line = 2,
                              .column = 1,
                              .size = 4,
                              .kind = SIMT_ACCESS_WRITE,
                              .scope = SIMT_SCOPE_BLOCK,
                              .space = SIMT_ADDRESS_GLOBAL,
                              .flags = 0};

AccessEvent read(ThreadNumber thread, std::uint64_t address) {
  return {.thread = thread, .step = 0, .address = address, .bytes = 4, .site = &kRead};
}
AccessEvent write(ThreadNumber thread, std::uint64_t address) {
  return {.thread = thread, .step = 0, .address = address, .bytes = 4, .site = &kWrite};
}

struct Order {
  std::uint64_t hash;
  bool conflicts;
};
Order order_of(const std::vector<AccessEvent>& events) {
  ConflictOrder order;
  order.begin_launch();
  for (const AccessEvent& event : events) order.on_access(event);
  return {order.hash(), order.any()};
}

TEST(ConflictOrder, ThreadsThatShareNothingHaveNoOrder) {
  const Order one = order_of({write(0, 0), read(0, 0), write(1, 4), read(1, 4)});
  const Order other = order_of({write(1, 4), write(0, 0), read(1, 4), read(0, 0)});
  EXPECT_FALSE(one.conflicts);
  EXPECT_EQ(one.hash, other.hash);
}

TEST(ConflictOrder, ReadersAreNoConflictAndHaveNoOrder) {
  EXPECT_FALSE(order_of({read(0, 0), read(1, 0), read(0, 0)}).conflicts);
  EXPECT_EQ(order_of({read(0, 0), read(1, 0), write(2, 0)}).hash,
            order_of({read(1, 0), read(0, 0), write(2, 0)}).hash);
}

TEST(ConflictOrder, ConflictsHaveAnOrder) {
  const Order one = order_of({write(0, 0), write(1, 0)});
  EXPECT_TRUE(one.conflicts);
  EXPECT_NE(one.hash, order_of({write(1, 0), write(0, 0)}).hash);
  EXPECT_NE(order_of({read(0, 0), write(1, 0)}).hash, order_of({write(1, 0), read(0, 0)}).hash);
  EXPECT_TRUE(order_of({read(0, 0), write(1, 0)}).conflicts);
}

TEST(ConflictOrder, AWriteAfterSeveralReadersConflictsWithThemAll) {
  EXPECT_TRUE(order_of({read(1, 0), read(0, 0), write(0, 0)}).conflicts);
}

TEST(ConflictOrder, ForgetsTheLaunchBefore) {
  ConflictOrder order;
  order.begin_launch();
  for (std::uint64_t i = 0; i < 10'000; ++i) order.on_access(write(0, i * 4));
  order.begin_launch();
  for (std::uint64_t i = 0; i < 10'000; ++i) order.on_access(write(1, i * 4));
  EXPECT_FALSE(order.any());
  EXPECT_EQ(order.accesses(), 10'000u);
}

TEST(LastWriters, NamesWhoWroteAWatchedPlaceLast) {
  LastWriters writers;
  writers.watch(104, 4);
  writers.watch(200, 4);
  writers.on_access(write(1, 104));
  writers.on_access(read(5, 104));
  writers.on_access({.thread = 2, .address = 96, .bytes = 16, .site = &kWrite});
  writers.on_access(write(3, 108));
  ASSERT_TRUE(writers.of(104).has_value());
  EXPECT_EQ(writers.of(104)->thread, 2u);
  EXPECT_EQ(writers.of(104)->site, &kWrite);
  EXPECT_FALSE(writers.of(200).has_value());
}

}  // namespace
}  // namespace simt
