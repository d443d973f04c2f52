// SPDX-License-Identifier: Apache-2.0
/// The tail of a reduction relies on the lanes of a warp being in step: volatile, but no
/// __syncwarp.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void sum(const int* in, int* out) {
  __shared__ volatile int sums[kThreads];
  const int i = threadIdx.x;
  sums[i] = in[i];  // conflict
  __syncthreads();
  if (i >= 32) return;
  for (int distance = 32; distance > 0; distance /= 2) {
#ifdef REPAIRED
    const int other = sums[i + distance];
    __syncwarp();
    sums[i] = sums[i] + other;
    __syncwarp();
#else
    sums[i] = sums[i] + sums[i + distance];  // conflict
#endif
  }
  if (i == 0) *out = sums[0];
}

int main() {
  int* in = ascending(kThreads);
  int* out = cleared(1);
  sum<<<1, kThreads>>>(in, out);
  return finish();
}
