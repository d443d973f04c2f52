// SPDX-License-Identifier: Apache-2.0
/// Two threads announce themselves and look whether the other one has, to let one of them in; both
/// announce too late.
#include "memory.h"

constexpr int kRounds = 8;

__global__ void enter(int* both_inside) {
  __shared__ int wants[2];
  __shared__ int inside;
  const int self = threadIdx.x / 32;
  wants[self] = 0;  // conflict
  inside = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  for (int round = 0; round < kRounds; ++round) {
#ifdef REPAIRED
    atomicExch(&wants[self], 1);
    const bool other = atomicAdd(&wants[1 - self], 0) != 0;
#else
    const bool other = atomicAdd(&wants[1 - self], 0) != 0;  // conflict
    atomicExch(&wants[self], 1);                             // conflict
#endif
    if (!other) {
      if (atomicAdd(&inside, 1) != 0) atomicExch(both_inside, 1);
      atomicSub(&inside, 1);
    }
    atomicExch(&wants[self], 0);  // conflict
  }
}

int main() {
  int* both_inside = cleared(1);
  enter<<<1, 64>>>(both_inside);
  return finish();
}
