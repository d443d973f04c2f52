// SPDX-License-Identifier: Apache-2.0
/// Cooperative groups: ranks, sizes, exchange of values, partitions, reduction.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "on_device.h"

namespace {

namespace cg = cooperative_groups;

constexpr unsigned kThreads = 96;

/// One int a thread of a block of `kThreads`, from a function of the thread.
template <class Function>
__global__ void fill(int* results, Function function) {
  results[threadIdx.x] = function();
}
template <class Function>
std::vector<int> by_thread(Function function) {
  const DeviceArray<int> results(kThreads);
  fill<<<1, kThreads>>>(results.data(), function);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return std::vector<int>(results.data(), results.data() + kThreads);
}

TEST(ThreadBlock, KnowsItsSizeAndRanks) {
  const auto ranks = by_thread([] __device__() {
    const cg::thread_block block = cg::this_thread_block();
    block.sync();
    return static_cast<int>(block.size() * 1000 + block.thread_rank());
  });
  for (unsigned i = 0; i < kThreads; ++i) EXPECT_EQ(ranks[i], static_cast<int>(96000 + i));
}

TEST(Tile, ExchangesWithinItself) {
  const auto values = by_thread([] __device__() {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int first = tile.shfl(static_cast<int>(threadIdx.x), 0);
    const int opposite = tile.shfl_xor(static_cast<int>(threadIdx.x), 7u);
    return first * 10000 + opposite * 100 + static_cast<int>(tile.meta_group_rank());
  });
  for (int i = 0; i < static_cast<int>(kThreads); ++i)
    EXPECT_EQ(values[i], i / 8 * 8 * 10000 + (i ^ 7) * 100 + i / 8);
}

struct Pair {
  double first;
  int second;
};

TEST(Tile, CarriesStructsAndDividesFurther) {
  const auto values = by_thread([] __device__() {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const cg::thread_block_tile<4> quarter = cg::tiled_partition<4>(tile);
    const int i = static_cast<int>(threadIdx.x);
    const Pair pair = quarter.shfl(Pair{0.5 * i, i}, 2);
    return pair.first * 2 == pair.second ? pair.second : -1;
  });
  for (int i = 0; i < static_cast<int>(kThreads); ++i) EXPECT_EQ(values[i], i / 4 * 4 + 2);
}

TEST(Tile, Reduces) {
  const auto sums = by_thread([] __device__() {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    return cg::reduce(tile, static_cast<int>(tile.thread_rank()), cg::plus<int>());
  });
  for (const int sum : sums) EXPECT_EQ(sum, 120);
}

TEST(CoalescedGroup, LabelledPartitionsAreThoseOfTheSameLabel) {
  const auto values = by_thread([] __device__() {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const cg::coalesced_group same = cg::labeled_partition(warp, threadIdx.x % 3);
    return static_cast<int>(same.size() * 100 + same.thread_rank());
  });
  for (int i = 0; i < static_cast<int>(kThreads); ++i) {
    int size = 0;
    int rank = 0;
    for (int other = i / 32 * 32; other < i / 32 * 32 + 32; ++other) {
      size += other % 3 == i % 3;
      rank += other % 3 == i % 3 && other < i;
    }
    EXPECT_EQ(values[i], size * 100 + rank);
  }
}

TEST(CoalescedGroup, CountsInRanks) {
  const auto values = by_thread([] __device__() {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const cg::coalesced_group odd = cg::binary_partition(warp, threadIdx.x % 2 == 1);
    if (threadIdx.x % 2 == 0) return 0;
    const int next = odd.shfl_down(static_cast<int>(threadIdx.x % 32), 1);
    return next * 10 + (odd.ballot(threadIdx.x % 32 < 5) == 3u);
  });
  for (int i = 0; i < static_cast<int>(kThreads); ++i) {
    const int next = i % 32 == 31 ? 31 : i % 32 + 2;
    EXPECT_EQ(values[i], i % 2 == 0 ? 0 : next * 10 + 1);
  }
}

__device__ int size_of(const cg::thread_group& group) { return static_cast<int>(group.size()); }

TEST(ThreadGroup, StandsForBlocksAndTiles) {
  const auto values = by_thread([] __device__() {
    const cg::thread_block block = cg::this_thread_block();
    return size_of(block) * 100 + size_of(cg::tiled_partition<8>(block));
  });
  for (const int value : values) EXPECT_EQ(value, 9608);
}

__global__ void rank_in_grid(int* ranks) {
  const cg::grid_group grid = cg::this_grid();
  ranks[grid.thread_rank()] = static_cast<int>(grid.size() * 100 + grid.block_rank());
}

TEST(GridGroup, RanksThreadsAcrossBlocks) {
  const DeviceArray<int> ranks(48);
  rank_in_grid<<<dim3(3, 2), dim3(4, 2)>>>(ranks.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 48; ++i) EXPECT_EQ(ranks.data()[i], 4800 + i / 8);
}

struct Member {
  unsigned size, rank, inner_size, inner_rank;
};
/// A tile of the block whose size is known at run time only, and a tile of that tile.
__global__ void dynamic_tiles(unsigned size, unsigned inner_size, Member* out) {
  const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), size);
  const cg::thread_group inner = cg::tiled_partition(tile, inner_size);
  out[threadIdx.x] = {static_cast<unsigned>(tile.size()), static_cast<unsigned>(tile.thread_rank()),
                      static_cast<unsigned>(inner.size()),
                      static_cast<unsigned>(inner.thread_rank())};
}

TEST(DynamicTile, SizesAndRanks) {
  for (const unsigned size : {1u, 2u, 4u, 8u, 16u, 32u}) {
    const unsigned inner_size = size < 4 ? 1 : size / 4;
    const DeviceArray<Member> out(kThreads);
    dynamic_tiles<<<1, kThreads>>>(size, inner_size, out.data());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (unsigned i = 0; i < kThreads; ++i) {
      EXPECT_EQ(out.data()[i].size, size);
      EXPECT_EQ(out.data()[i].rank, i % size);
      EXPECT_EQ(out.data()[i].inner_size, inner_size);
      EXPECT_EQ(out.data()[i].inner_rank, i % inner_size);
    }
  }
}

/// Every second tile adds up its own numbers.
__global__ void sums_by_tile(int* out) {
  __shared__ int values[64];
  const unsigned i = threadIdx.x;
  const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 8);
  values[i] = static_cast<int>(i);
  tile.sync();
  if (i / 8 % 2 == 0) {
    for (unsigned half = 4; half > 0; half /= 2) {
      const int other = values[i ^ half];
      cg::sync(tile);
      values[i] += other;
      cg::sync(tile);
    }
  }
  out[i] = values[i];
}

TEST(DynamicTile, BarriersHoldWithinTheTile) {
  const DeviceArray<int> out(64);
  sums_by_tile<<<1, 64>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.data()[i], i / 8 % 2 == 0 ? i / 8 * 64 + 28 : i);
}

}  // namespace
