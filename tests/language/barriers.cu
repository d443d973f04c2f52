// SPDX-License-Identifier: Apache-2.0
/// Block barriers: who waits for whom, what the reducing forms answer, and what happens when not
/// all threads take part.

#include <numeric>

#include "on_device.h"

namespace {

/// Each phase every thread reads what its neighbour wrote in the last one.
__global__ void rotate(int* values, int phases) {
  extern __shared__ int shared[];
  const unsigned i = threadIdx.x, n = blockDim.x;
  shared[i] = values[i];
  for (int phase = 0; phase < phases; ++phase) {
    __syncthreads();
    const int next = shared[(i + 1) % n];
    __syncthreads();
    shared[i] = next;
  }
  values[i] = shared[i];
}

TEST(Barrier, OrdersSharedMemoryBetweenPhases) {
  for (const unsigned threads : {1u, 31u, 32u, 33u, 100u, 256u, 1024u}) {
    std::vector<int> initial(threads);
    std::iota(initial.begin(), initial.end(), 0);
    const DeviceArray<int> values(initial);
    rotate<<<1, threads, threads * sizeof(int)>>>(values.data(), 7);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (unsigned i = 0; i < threads; ++i) {
      ASSERT_EQ(values.data()[i], static_cast<int>((i + 7) % threads)) << threads << " threads";
    }
  }
}

/// The number of phases is data, the same for all threads.
__global__ void count_until(const int* limit, int* count) {
  __shared__ int current;
  if (threadIdx.x == 0) current = 0;
  __syncthreads();
  while (current < *limit) {
    __syncthreads();
    if (threadIdx.x == 17) ++current;
    __syncthreads();
  }
  count[threadIdx.x] = current;
}

TEST(Barrier, WorksInUniformLoopWithDataDependentCount) {
  const DeviceArray<int> limit(std::vector<int>{13}), count(64);
  count_until<<<1, 64>>>(limit.data(), count.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(count.data()[i], 13);
}

/// Guard by early return; the rest of the block goes on to a barrier.
__global__ void guarded_reverse(const int* in, int* out, int n) {
  __shared__ int tile[128];
  const int i = static_cast<int>(threadIdx.x);
  if (i >= n) return;
  tile[i] = in[i];
  __syncthreads();
  out[i] = tile[n - 1 - i];
}

TEST(Barrier, DoesNotWaitForThreadsThatReturned) {
  std::vector<int> initial(100);
  std::iota(initial.begin(), initial.end(), 0);
  const DeviceArray<int> in(initial), out(100);
  guarded_reverse<<<1, 128>>>(in.data(), out.data(), 100);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(out.data()[i], 99 - i);
}

/// Whole warps come to the one barrier from two places, which PTX allows.
__global__ void two_places(int* out) {
  __shared__ int from_low, from_high;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) from_low = 1;
    __syncthreads();
    out[threadIdx.x] = from_high;
  } else {
    if (threadIdx.x == 32) from_high = 2;
    __syncthreads();
    out[threadIdx.x] = from_low;
  }
}

TEST(Barrier, IsReachedByWarpsFromTwoPlaces) {
  const DeviceArray<int> out(64);
  two_places<<<1, 64>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.data()[i], i < 32 ? 2 : 1);
}

__device__ __noinline__ int reduce_in_function(int value) { return __syncthreads_count(value > 5); }

__global__ void reducing(int* out) {
  const int i = static_cast<int>(threadIdx.x);
  int* own = out + i * 6;
  own[0] = __syncthreads_count(i % 3 == 0);
  own[1] = __syncthreads_and(i >= 0);
  own[2] = __syncthreads_and(i != 40);
  own[3] = __syncthreads_or(i == 40);
  own[4] = __syncthreads_or(i < 0);
  own[5] = reduce_in_function(i);
}

TEST(Barrier, ReducesPredicates) {
  constexpr int kThreads = 70;
  const DeviceArray<int> out(kThreads * 6);
  reducing<<<1, kThreads>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < kThreads; ++i) {
    const int* own = out.data() + i * 6;
    EXPECT_EQ(own[0], 24);
    EXPECT_EQ(own[1], 1);
    EXPECT_EQ(own[2], 0);
    EXPECT_EQ(own[3], 1);
    EXPECT_EQ(own[4], 0);
    EXPECT_EQ(own[5], 64);
  }
}

__global__ void three_dimensional(int* out) {
  __shared__ unsigned order[2][3][4];
  order[threadIdx.z][threadIdx.y][threadIdx.x] =
      threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  __syncthreads();
  const unsigned linear = order[threadIdx.z][threadIdx.y][threadIdx.x];
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  out[block * 24 + linear] = static_cast<int>((&order[0][0][0])[23 - linear]);
}

TEST(Barrier, LinearisesXInnermost) {
  const dim3 grid(2, 3, 2), block(4, 3, 2);
  const DeviceArray<int> out(12 * 24);
  three_dimensional<<<grid, block>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 12 * 24; ++i) EXPECT_EQ(out.data()[i], 23 - i % 24);
}

__global__ void around(int* values) {
  __shared__ int shared[64];
  shared[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
    shared[threadIdx.x] *= 2;
  }
  values[threadIdx.x] = shared[threadIdx.x];
}

__global__ void different_barriers(int* values) {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
    values[threadIdx.x] = 1;
  } else {
    values[threadIdx.x] = 2;
    __syncthreads();
  }
}

template <class Kernel>
cudaError_t run_and_reset(Kernel kernel) {
  int* values = nullptr;
  EXPECT_EQ(cudaMalloc(&values, 64 * sizeof(int)), cudaSuccess);
  kernel<<<1, 64>>>(values);
  const cudaError_t error = cudaDeviceSynchronize();
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  return error;
}

TEST(BarrierDivergence, BranchAroundBarrierFailsTheLaunch) {
  EXPECT_EQ(run_and_reset(around), cudaErrorLaunchFailure);
}

TEST(BarrierDivergence, LanesOfOneWarpAtTwoBarriersFailTheLaunch) {
  EXPECT_EQ(run_and_reset(different_barriers), cudaErrorLaunchFailure);
}

}  // namespace
