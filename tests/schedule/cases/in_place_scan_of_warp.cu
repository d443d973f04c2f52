// SPDX-License-Identifier: Apache-2.0
/// A Hillis-Steele scan in place within one warp: each step reads what other lanes write in the
/// same phase.
#include "memory.h"

constexpr int kThreads = 32;

__global__ void scan(const int* in, int* out) {
  __shared__ int sums[kThreads];
  const int i = threadIdx.x;
  sums[i] = in[i];  // conflict
  __syncwarp();
  for (int distance = 1; distance < kThreads; distance *= 2) {
#ifdef REPAIRED
    const int left = i >= distance ? sums[i - distance] : 0;
    __syncwarp();
    sums[i] += left;
#else
    if (i >= distance) sums[i] += sums[i - distance];  // conflict
#endif
    __syncwarp();
  }
  out[i] = sums[i];
}

int main() {
  int* in = ascending(kThreads);
  int* out = cleared(kThreads);
  scan<<<1, kThreads>>>(in, out);
  return finish();
}
