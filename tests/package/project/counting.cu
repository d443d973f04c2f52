// SPDX-License-Identifier: Apache-2.0
/// A library with a kernel.
#include "counting.h"

static __global__ void count_threads(int* counter) { atomicAdd(counter, 1); }

int count(int threads) {
  int* counter = nullptr;
  cudaMallocManaged(&counter, sizeof *counter);
  *counter = 0;
  count_threads<<<1, threads>>>(counter);
  const int result = cudaDeviceSynchronize() == cudaSuccess ? *counter : -1;
  cudaFree(counter);
  return result;
}
