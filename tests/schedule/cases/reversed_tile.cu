// SPDX-License-Identifier: Apache-2.0
/// A loop with one barrier: the tile is read in reverse while fast warps store the next one.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void reversed_sums(const int* in, int* out, int rows) {
  __shared__ int tile[kThreads];
  int sum = 0;
  for (int row = 0; row < rows; ++row) {
    tile[threadIdx.x] = in[row * kThreads + threadIdx.x];  // conflict
    __syncthreads();
    sum += tile[kThreads - 1 - threadIdx.x];  // conflict
#ifdef REPAIRED
    __syncthreads();
#endif
  }
  out[threadIdx.x] = sum;
}

int main() {
  constexpr int kRows = 3;
  int* in = ascending(kRows * kThreads);
  int* out = cleared(kThreads);
  reversed_sums<<<1, kThreads>>>(in, out, kRows);
  return finish();
}
