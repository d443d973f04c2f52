// SPDX-License-Identifier: Apache-2.0
/// A bug: a block reverses an array through shared memory, and the barrier between writing and
/// reading is missing. Within a warp it often works by luck.
///
///   simtcc missing_barrier.cu -o missing_barrier && ./missing_barrier
///   simtcc -DWITH_BARRIER missing_barrier.cu -o missing_barrier && ./missing_barrier
///
/// Shows that the first reads what no thread has written yet, and that the second is correct.
#include <cstdio>

constexpr int kThreads = 32;

__global__ void reverse(int* values) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = values[threadIdx.x];
#ifdef WITH_BARRIER
  __syncthreads();
#endif
  values[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

int main() {
  int* values;
  cudaMallocManaged(&values, kThreads * sizeof(int));
  for (int i = 0; i < kThreads; ++i) values[i] = i;

  reverse<<<1, kThreads>>>(values);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }

  int wrong = 0;
  for (int i = 0; i < kThreads; ++i) wrong += values[i] != kThreads - 1 - i;
  std::printf("%d of %d elements are wrong\n", wrong, kThreads);
  cudaFree(values);
  return wrong == 0 ? 0 : 1;
}
