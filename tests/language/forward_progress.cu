// SPDX-License-Identifier: Apache-2.0
/// Threads that wait for other threads without a barrier: what CUDA promises to resident blocks,
/// and what ends a launch that can never end.

#include <numeric>

#include "on_device.h"

namespace {

/// The last block to finish adds up what all have written.
__global__ void last_block_sum(const int* in, int* partial, unsigned* done, int* total) {
  __shared__ int sums[64];
  __shared__ bool last;
  const unsigned i = threadIdx.x;
  sums[i] = in[blockIdx.x * blockDim.x + i];
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (i < step) sums[i] += sums[i + step];
    __syncthreads();
  }
  if (i == 0) {
    partial[blockIdx.x] = sums[0];
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && i == 0) {
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) {
      sum += static_cast<volatile int*>(partial)[block];
    }
    *total = sum;
  }
}

TEST(ForwardProgress, LastBlockReduction) {
  constexpr unsigned kBlocks = 300;
  std::vector<int> values(kBlocks * 64);
  std::iota(values.begin(), values.end(), 1);
  const DeviceArray<int> in(values), partial(kBlocks), total(1);
  const DeviceArray<unsigned> done(std::vector<unsigned>{0});
  last_block_sum<<<kBlocks, 64>>>(in.data(), partial.data(), done.data(), total.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*total.data(), static_cast<int>(kBlocks * 64 * (kBlocks * 64 + 1) / 2));
}

struct TicketLock {
  unsigned next = 0;
  unsigned serving = 0;
};

__global__ void count_under_ticket_lock(TicketLock* lock, int* counter, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const unsigned ticket = atomicAdd(&lock->next, 1u);
    while (atomicAdd(&lock->serving, 0u) != ticket) {
    }
    __threadfence();
    *static_cast<volatile int*>(counter) = *static_cast<volatile int*>(counter) + 1;
    __threadfence();
    atomicAdd(&lock->serving, 1u);
  }
}

TEST(ForwardProgress, TicketLockAcrossBlocksAndWithinWarps) {
  const DeviceArray<TicketLock> lock(std::vector<TicketLock>{TicketLock{}});
  const DeviceArray<int> counter(std::vector<int>{0});
  count_under_ticket_lock<<<8, 40>>>(lock.data(), counter.data(), 5);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*counter.data(), 8 * 40 * 5);
}

/// A lock taken by compare-and-swap, spun on by all lanes of a warp: ends since Volta.
__global__ void count_under_spin_lock(int* lock, int* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *static_cast<volatile int*>(counter) = *static_cast<volatile int*>(counter) + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void count_inside_spin_lock(int* lock, int* counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *static_cast<volatile int*>(counter) = *static_cast<volatile int*>(counter) + 1;
  __threadfence();
  atomicExch(lock, 0);
}

TEST(ForwardProgress, SpinLockWithinWarps) {
  for (const auto kernel : {count_under_spin_lock, count_inside_spin_lock}) {
    const DeviceArray<int> lock(std::vector<int>{0}), counter(std::vector<int>{0});
    kernel<<<4, 64>>>(lock.data(), counter.data());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*counter.data(), 256);
  }
}

/// Single-pass scan: each block takes a number in the order of its start, publishes its sum, and
/// looks back at its predecessors (Merrill and Garland, "Single-pass Parallel Prefix Scan with
/// Decoupled Look-back", 2016).
enum Status : unsigned { kNothing, kAggregate, kPrefix };
struct Tile {
  unsigned status;
  int aggregate;
  int prefix;
};

__global__ void look_back_scan(const int* in, int* out, unsigned* next_tile, Tile* tiles) {
  __shared__ unsigned tile;
  __shared__ int before;
  __shared__ int values[32];
  const unsigned i = threadIdx.x;
  if (i == 0) tile = atomicAdd(next_tile, 1u);
  __syncthreads();
  int value = in[tile * 32 + i];
  for (int offset = 1; offset < 32; offset *= 2) {
    const int other = __shfl_up_sync(0xffffffffu, value, static_cast<unsigned>(offset));
    if (i >= static_cast<unsigned>(offset)) value += other;
  }
  values[i] = value;
  __syncthreads();
  if (i == 0) {
    volatile Tile* all = tiles;
    all[tile].aggregate = values[31];
    __threadfence();
    all[tile].status = kAggregate;
    int sum = 0;
    for (unsigned look = tile; look-- > 0;) {
      unsigned status;
      do {
        status = all[look].status;
      } while (status == kNothing);
      __threadfence();
      if (status == kPrefix) {
        sum += all[look].prefix;
        break;
      }
      sum += all[look].aggregate;
    }
    before = sum;
    all[tile].prefix = sum + values[31];
    __threadfence();
    all[tile].status = kPrefix;
  }
  __syncthreads();
  out[tile * 32 + i] = before + value;
}

TEST(ForwardProgress, DecoupledLookBackScan) {
  constexpr unsigned kTiles = 500;
  std::vector<int> values(kTiles * 32);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i % 7) - 3;
  const DeviceArray<int> in(values), out(values.size());
  const DeviceArray<unsigned> next(std::vector<unsigned>{0});
  const DeviceArray<Tile> tiles(std::vector<Tile>(kTiles, Tile{}));
  look_back_scan<<<kTiles, 32>>>(in.data(), out.data(), next.data(), tiles.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    ASSERT_EQ(out.data()[i], sum) << i;
  }
}

/// One block waits for a flag that another one sets, both resident.
__global__ void hand_over(volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
    *out = 1;
  } else if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
    *flag = 1;
  }
}

TEST(ForwardProgress, ResidentBlocksWaitForEachOther) {
  const DeviceArray<int> flag(std::vector<int>{0}), out(std::vector<int>{0});
  hand_over<<<64, 32>>>(flag.data(), out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out.data(), 1);
}

__global__ void sleep_until(volatile int* flag) {
  if (threadIdx.x == 0) {
    while (*flag == 0) __nanosleep(100);
  } else if (threadIdx.x == 63) {
    *flag = 1;
  }
}

TEST(ForwardProgress, SleepingGivesWay) {
  const DeviceArray<int> flag(std::vector<int>{0});
  sleep_until<<<1, 64>>>(flag.data());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

/// Every block waits until all have started: more than can be resident never have.
__global__ void wait_for_all_blocks(unsigned* started) {
  extern __shared__ char much[];
  much[0] = 0;
  if (threadIdx.x == 0) {
    atomicAdd(started, 1u);
    while (atomicAdd(started, 0u) < gridDim.x) {
    }
  }
}

cudaError_t all_blocks(unsigned blocks) {
  unsigned* started = nullptr;
  constexpr int kShared = 200 * 1024;
  EXPECT_EQ(cudaFuncSetAttribute(wait_for_all_blocks, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 kShared),
            cudaSuccess);
  EXPECT_EQ(cudaMalloc(&started, sizeof(unsigned)), cudaSuccess);
  EXPECT_EQ(cudaMemset(started, 0, sizeof(unsigned)), cudaSuccess);
  wait_for_all_blocks<<<blocks, 32, kShared>>>(started);
  const cudaError_t error = cudaDeviceSynchronize();
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  return error;
}

TEST(Residency, AsManyBlocksAsFitWaitForEachOther) {
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  const auto fitting = static_cast<unsigned>(properties.multiProcessorCount);
  EXPECT_EQ(all_blocks(fitting), cudaSuccess);
  EXPECT_EQ(all_blocks(fitting + 1), cudaErrorLaunchTimeout);
}

__global__ void unmet_flag(volatile int* flag) {
  while (*flag == 0) {
  }
}

TEST(Livelock, SpinOnAFlagThatNobodySets) {
  int* flag = nullptr;
  ASSERT_EQ(cudaMalloc(&flag, sizeof(int)), cudaSuccess);
  ASSERT_EQ(cudaMemset(flag, 0, sizeof(int)), cudaSuccess);
  unmet_flag<<<1, 1>>>(flag);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchTimeout);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}

}  // namespace
