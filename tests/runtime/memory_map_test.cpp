// SPDX-License-Identifier: Apache-2.0
/// Device, managed, pinned and registered memory by address; fresh and freed memory; stand-ins for
/// host pointers.
#include "simt/memory/memory_map.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

namespace simt {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::uint64_t kBase = 0x1800'0000'0000;

unsigned char* bytes_at(std::uint64_t address) { return reinterpret_cast<unsigned char*>(address); }

TEST(Heap, AllocationsAreAlignedAndApart) {
  Heap heap(kBase, 64 * kMiB, 1);
  std::set<std::uint64_t> starts;
  for (std::size_t bytes : {1, 255, 256, 257, 4096, 100000, 2 << 20, (2 << 20) + 1}) {
    const auto address = heap.allocate(bytes, nullptr);
    ASSERT_TRUE(address);
    EXPECT_EQ(*address % Heap::kAlignment, 0u);
    std::memset(bytes_at(*address), 0xff, bytes);
    EXPECT_EQ(heap.find(*address + bytes - 1)->address, *address);
    EXPECT_FALSE(heap.find(*address + bytes));
    starts.insert(*address);
  }
  EXPECT_EQ(starts.size(), 8u);
}

TEST(Heap, TheLimitIsTheDevicesMemory) {
  Heap heap(kBase, 4 * kMiB, 1);
  EXPECT_FALSE(heap.allocate(4 * kMiB + 1, nullptr));
  const auto all = heap.allocate(4 * kMiB, nullptr);
  ASSERT_TRUE(all);
  EXPECT_EQ(heap.bytes_in_use(), 4 * kMiB);
  EXPECT_FALSE(heap.allocate(1, nullptr));
  EXPECT_TRUE(heap.release(*all));
  EXPECT_TRUE(heap.allocate(1, nullptr));
}

TEST(Heap, OnlyTheStartOfALiveAllocationIsReleased) {
  Heap heap(kBase, 4 * kMiB, 1);
  const auto address = heap.allocate(512, nullptr);
  EXPECT_FALSE(heap.release(*address + 256));
  EXPECT_TRUE(heap.release(*address));
  EXPECT_FALSE(heap.release(*address));
  EXPECT_FALSE(heap.find(*address));
}

TEST(Heap, FreshMemoryIsDirtyAndFollowsFromTheSeed) {
  for (std::size_t bytes : {std::size_t{4096}, 20 * kMiB}) {
    const auto contents = [bytes](std::uint64_t seed) {
      Heap heap(kBase, 64 * kMiB, seed);
      const std::uint64_t address = *heap.allocate(bytes, nullptr);
      return std::vector<unsigned char>(bytes_at(address), bytes_at(address) + bytes);
    };
    const auto first = contents(1);
    EXPECT_EQ(first, contents(1));
    EXPECT_NE(first, contents(2));
    EXPECT_LT(std::count(first.begin(), first.end(), 0), std::ptrdiff_t(bytes / 64));
  }
}

TEST(Heap, FreedAddressesRest) {
  Heap heap(kBase, 64 * kMiB, 1);
  for (std::size_t bytes : {std::size_t{256}, 2 * kMiB}) {
    const auto address = heap.allocate(bytes, nullptr);
    EXPECT_TRUE(heap.release(*address));
    EXPECT_NE(heap.allocate(bytes, nullptr), address);
    EXPECT_FALSE(heap.nearest(*address)->second);
  }
}

TEST(Heap, AddressesComeBackAfterTheirRest) {
  Heap heap(kBase, 8 * kMiB, 1);
  for (int i = 0; i < 1000; ++i) {
    const auto address = heap.allocate(2 * kMiB, nullptr);
    ASSERT_TRUE(address);
    heap.release(*address);
  }
}

TEST(HeapDeathTest, FreedLargeMemoryAndThePageBehindCannotBeAccessed) {
  Heap heap(kBase, 64 * kMiB, 1);
  volatile unsigned char* data = bytes_at(*heap.allocate(2 * kMiB, nullptr));
  EXPECT_DEATH(data[2 * kMiB] = 1, "");
  heap.release(reinterpret_cast<std::uint64_t>(data));
  EXPECT_DEATH(data[0] = 1, "");
}

TEST(MemoryMap, KnowsEachKind) {
  MemoryMap map(64 * kMiB, 1);
  std::vector<char> host(64);
  const auto host_address = reinterpret_cast<std::uint64_t>(host.data());
  EXPECT_EQ(map.find(*map.device().allocate(8, nullptr)).kind, MemoryKind::kDevice);
  EXPECT_EQ(map.find(*map.managed().allocate(8, nullptr)).kind, MemoryKind::kManaged);
  EXPECT_EQ(map.find(*map.pinned().allocate(8, nullptr)).kind, MemoryKind::kPinned);
  EXPECT_EQ(map.find(host_address).kind, MemoryKind::kUnregistered);
  EXPECT_TRUE(map.register_host(host_address, 64));
  EXPECT_FALSE(map.register_host(host_address, 64));
  EXPECT_FALSE(map.register_host(host_address + 8, 8));
  EXPECT_EQ(map.find(host_address + 63).kind, MemoryKind::kRegistered);
  EXPECT_EQ(map.find(host_address + 64).kind, MemoryKind::kUnregistered);
  EXPECT_FALSE(map.unregister_host(host_address + 8));
  EXPECT_TRUE(map.unregister_host(host_address));
  EXPECT_FALSE(map.unregister_host(host_address));
}

TEST(MemoryMap, KernelsMayHaveDevicePointersNullAndCode) {
  MemoryMap map(64 * kMiB, 1);
  int host = 0;
  static int global = 0;
  EXPECT_TRUE(map.valid_in_kernels(0));
  EXPECT_TRUE(map.valid_in_kernels(*map.device().allocate(8, nullptr)));
  EXPECT_TRUE(map.valid_in_kernels(reinterpret_cast<std::uint64_t>(&bytes_at)));
  EXPECT_FALSE(map.valid_in_kernels(reinterpret_cast<std::uint64_t>(&host)));
  EXPECT_FALSE(map.valid_in_kernels(reinterpret_cast<std::uint64_t>(&global)));
}

TEST(MemoryMap, DescribesWhereAnAddressLies) {
  MemoryMap map(64 * kMiB, 1);
  const std::uint64_t address = *map.device().allocate(400, nullptr);
  EXPECT_NE(map.describe(address + 404).find("5 bytes behind a device allocation of 400 bytes"),
            std::string::npos);
  map.device().release(address);
  EXPECT_NE(map.describe(address + 4).find("byte 4 of a freed device allocation"),
            std::string::npos);
  const std::uint64_t guarded = map.argument_guard().replace(0x7ffe'0000'1234, 2);
  EXPECT_EQ(map.describe(guarded + 4), "host pointer 0x7ffe00001238 passed as argument 2");
  EXPECT_EQ(map.describe(8), "which belongs to no allocation");
}

TEST(ArgumentGuardDeathTest, StandInsFaultAndKeepTheirAlignment) {
  ArgumentGuard guard;
  const std::uint64_t first = guard.replace(0x7ffe'0000'1234, 0);
  EXPECT_EQ(first % 4096, 0x234u);
  EXPECT_EQ(guard.replace(0x7ffe'0000'1234, 0), first);
  EXPECT_NE(guard.replace(0x7ffe'0000'1238, 0), first);
  EXPECT_EQ(guard.original_of(first - 16)->address, 0x7ffe'0000'1224u);
  EXPECT_FALSE(guard.original_of(0x7ffe'0000'1234));
  EXPECT_DEATH(*reinterpret_cast<volatile int*>(first) = 1, "");
}

}  // namespace
}  // namespace simt
