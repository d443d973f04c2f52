// SPDX-License-Identifier: Apache-2.0
/// A sum in one launch: each block adds up its share, and the block that finishes last, as an
/// atomic counter tells it, adds up the partial sums. The fence makes a block's partial sum visible
/// before its count is.
///
///   simtcc last_block_reduction.cu -o last_block_reduction
///   simt run --seed 7 ./last_block_reduction
///
/// Shows atomics, fences and shuffles. Which block is last differs with the seed; the sum does not.
#include <cstdio>

constexpr int kThreads = 256;
constexpr int kBlocks = 64;

__device__ unsigned blocks_done;

__device__ int block_sum(int value) {
  __shared__ int warp_sums[kThreads / 32];
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffffu, value, distance);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = value;
  __syncthreads();
  int sum = 0;
  for (int warp = 0; warp < kThreads / 32; ++warp) sum += warp_sums[warp];
  __syncthreads();
  return sum;
}

__global__ void reduce(const int* values, int n, int* partial, int* total, int* last) {
  __shared__ bool is_last;
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += values[i];
  const int sum = block_sum(mine);

  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;

  const volatile int* finished = partial;
  const int all = block_sum(threadIdx.x < gridDim.x ? finished[threadIdx.x] : 0);
  if (threadIdx.x == 0) {
    *total = all;
    *last = blockIdx.x;
  }
}

int main() {
  const int n = 100000;
  int *values, *partial, *result;
  cudaMallocManaged(&values, n * sizeof(int));
  cudaMalloc(&partial, kBlocks * sizeof(int));
  cudaMallocManaged(&result, 2 * sizeof(int));
  for (int i = 0; i < n; ++i) values[i] = i % 10;

  reduce<<<kBlocks, kThreads>>>(values, n, partial, &result[0], &result[1]);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }
  const int expected = n / 10 * 45;
  std::printf("sum %d (expected %d), block %d was last\n", result[0], expected, result[1]);
  const bool correct = result[0] == expected;
  cudaFree(values);
  cudaFree(partial);
  cudaFree(result);
  return correct ? 0 : 1;
}
