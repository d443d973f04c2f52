// SPDX-License-Identifier: Apache-2.0
/// Two groups of one warp take the locks of the same two keys, each in its own order.
#include "memory.h"

__device__ void lock(int* key) {
  while (atomicCAS(key, 0, 1) != 0) {  // conflict
  }
  __threadfence();
}

__device__ void unlock(int* key) {
  __threadfence();
  atomicExch(key, 0);  // conflict
}

/// Each group of 16 lanes moves one unit from its account to the other's.
__global__ void move_units(int* locks, int* accounts) {
  if (threadIdx.x % 16 != 0) return;
  const int from = threadIdx.x / 16;
  const int to = 1 - from;
#ifdef REPAIRED
  const int first = min(from, to);
#else
  const int first = from;
#endif
  lock(&locks[first]);
  lock(&locks[1 - first]);
  --accounts[from];
  accounts[to] += 2;
  unlock(&locks[1 - first]);
  unlock(&locks[first]);
}

int main() {
  int* locks = cleared(2);
  int* accounts = ascending(2);
  move_units<<<1, 32>>>(locks, accounts);
  return finish();
}
