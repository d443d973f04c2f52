// SPDX-License-Identifier: Apache-2.0
/// Adds into a buffer that nobody cleared.
#include "memory.h"

__global__ void accumulate(const int* in, int* sums) { sums[threadIdx.x] += in[threadIdx.x]; }

int main() {
  constexpr int kThreads = 64;
  int* in = ascending(kThreads);
#ifdef REPAIRED
  int* sums = cleared(kThreads);
#else
  int* sums = allocated(kThreads);
#endif
  accumulate<<<1, kThreads>>>(in, sums);
  return finish();
}
