// SPDX-License-Identifier: Apache-2.0
/// One warp hands items to another through a ring of slots and trusts that the other keeps up:
/// wrong only where the first gets a whole ring ahead.
#include "memory.h"

constexpr int kSlots = 8;
constexpr int kItems = 24;

__global__ void hand_over(const int* in, int* out) {
  __shared__ volatile int slots[kSlots];
  __shared__ int written;
  __shared__ int taken;
  if (threadIdx.x == 0) written = taken = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int item = 0; item < kItems; ++item) {
#ifdef REPAIRED
      while (atomicAdd(&taken, 0) + kSlots <= item) {
      }
      __threadfence_block();
#endif
      slots[item % kSlots] = in[item];  // conflict
      __threadfence_block();
      atomicAdd(&written, 1);
    }
  } else if (threadIdx.x == 32) {
    for (int item = 0; item < kItems; ++item) {
      while (atomicAdd(&written, 0) <= item) {
      }
      __threadfence_block();
      out[item] = slots[item % kSlots];  // conflict
      __threadfence_block();
      atomicAdd(&taken, 1);
    }
  }
}

int main() {
  int* in = ascending(kItems);
  int* out = cleared(kItems);
  hand_over<<<1, 64>>>(in, out);
  return finish();
}
