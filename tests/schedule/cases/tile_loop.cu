// SPDX-License-Identifier: Apache-2.0
/// A tile loop without the barrier at its end: a fast warp stores the next tile while slower ones
/// still read this one.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void weighted_sums(const int* in, int* out, int tiles) {
  __shared__ int tile[kThreads];
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = in[t * kThreads + threadIdx.x];  // conflict
    __syncthreads();
    for (int i = 0; i < kThreads; i += 8)
      sum += tile[(threadIdx.x + i) % kThreads] * (i + 1);  // conflict
#ifdef REPAIRED
    __syncthreads();
#endif
  }
  out[threadIdx.x] = sum;
}

int main() {
  constexpr int kTiles = 4;
  int* in = ascending(kTiles * kThreads);
  int* out = cleared(kThreads);
  weighted_sums<<<1, kThreads>>>(in, out, kTiles);
  return finish();
}
