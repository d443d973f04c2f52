// SPDX-License-Identifier: Apache-2.0
/// A branch that depends on the data jumps past the barrier of a loop.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void rotate(int* values, int steps) {
  __shared__ int shared[kThreads];
  const int i = threadIdx.x;
  int mine = values[i];
  for (int step = 0; step < steps; ++step) {
#ifdef REPAIRED
    const bool idle = mine == 40;
#else
    if (mine == 40) continue;
    const bool idle = false;
#endif
    shared[i] = mine;
    __syncthreads();
    if (!idle) mine = shared[(i + 1) % kThreads];
    __syncthreads();
  }
  values[i] = mine;
}

int main() {
  int* values = ascending(kThreads);
  rotate<<<1, kThreads>>>(values, 3);
  return finish();
}
