// SPDX-License-Identifier: Apache-2.0
/// Shared memory is believed to keep its value from the last launch.
#include "memory.h"

__global__ void count(const int* in, int* out, bool first) {
  __shared__ int total;
  if (threadIdx.x == 0 && first) total = 0;
  __syncthreads();
  atomicAdd(&total, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

__global__ void count_on(const int* in, int* out) { atomicAdd(out, in[threadIdx.x]); }

int main() {
  constexpr int kThreads = 64;
  int* in = ascending(kThreads);
  int* out = cleared(1);
  count<<<1, kThreads>>>(in, out, true);
#ifdef REPAIRED
  count_on<<<1, kThreads>>>(in, out);
#else
  count<<<1, kThreads>>>(in, out, false);
#endif
  return finish();
}
