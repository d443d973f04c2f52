// SPDX-License-Identifier: Apache-2.0
/// A bug: the last block to finish adds up what the others left, but no fence makes a block's
/// partial sum visible before its count is. Few GPUs show it, and those seldom.
///
///   simtcc -lineinfo missing_fence.cu -o missing_fence && simt fuzz ./missing_fence
///   simtcc -lineinfo -DWITH_FENCE missing_fence.cu -o missing_fence && simt fuzz ./missing_fence
///
/// Shows that the first depends on when stores reach other threads, and that the second does not.
/// Run as it is, either prints the right sum.
#include <cstdio>

constexpr int kThreads = 128;
constexpr int kBlocks = 16;

__device__ unsigned blocks_done;

__global__ void sum(const int* values, int* partial, int* total) {
  const int mine = __syncthreads_count(values[blockIdx.x * kThreads + threadIdx.x] % 2 != 0);
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = mine;
#ifdef WITH_FENCE
  __threadfence();
#endif
  if (atomicInc(&blocks_done, kBlocks - 1) != kBlocks - 1) return;
  __threadfence();
  int all = 0;
  for (int block = 0; block < kBlocks; ++block) all += partial[block];
  *total = all;
}

int main() {
  const int n = kBlocks * kThreads;
  int *values, *partial, *total;
  cudaMallocManaged(&values, n * sizeof(int));
  cudaMalloc(&partial, kBlocks * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < n; ++i) values[i] = i;

  sum<<<kBlocks, kThreads>>>(values, partial, total);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }

  std::printf("%d odd numbers of %d: %s\n", *total, n, *total == n / 2 ? "right" : "WRONG");
  const bool right = *total == n / 2;
  cudaFree(values);
  cudaFree(partial);
  cudaFree(total);
  return right ? 0 : 1;
}
