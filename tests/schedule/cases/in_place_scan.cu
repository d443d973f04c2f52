// SPDX-License-Identifier: Apache-2.0
/// A Hillis-Steele scan in place: each step reads what others write in the same phase, across
/// warps.
#include "memory.h"

constexpr int kThreads = 128;

__global__ void scan(const int* in, int* out) {
  __shared__ int sums[kThreads];
  const int i = threadIdx.x;
  sums[i] = in[i];  // conflict
  __syncthreads();
  for (int distance = 1; distance < kThreads; distance *= 2) {
#ifdef REPAIRED
    const int left = i >= distance ? sums[i - distance] : 0;
    __syncthreads();
    sums[i] += left;
#else
    if (i >= distance) sums[i] += sums[i - distance];  // conflict
#endif
    __syncthreads();
  }
  out[i] = sums[i];
}

int main() {
  int* in = ascending(kThreads);
  int* out = cleared(kThreads);
  scan<<<1, kThreads>>>(in, out);
  return finish();
}
