// SPDX-License-Identifier: Apache-2.0
/// A running sum with no barrier, which is right where threads happen to run one after the other.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void running_sum(const int* in, int* out) {
  __shared__ int sums[kThreads];
  const int i = threadIdx.x;
#ifdef REPAIRED
  sums[i] = in[i];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k <= i; ++k) sum += sums[k];
#else
  const int sum = in[i] + (i > 0 ? sums[i - 1] : 0);  // conflict
  sums[i] = sum;                                      // conflict
#endif
  out[i] = sum;
}

int main() {
  int* in = ascending(kThreads);
  int* out = cleared(kThreads);
  running_sum<<<1, kThreads>>>(in, out);
  return finish();
}
