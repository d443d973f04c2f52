// SPDX-License-Identifier: Apache-2.0
/// Each block waits for a flag that the next one sets, and more are launched than the device holds
/// at a time. The repaired blocks take numbers as they start, and wait for the one before.
#include "memory.h"

/// So much that a multiprocessor of a small device holds one block.
constexpr int kSharedBytes = 40 * 1024;

/// counts[b]: how many blocks stand behind block b, itself included.
__global__ void count_behind(int* counts, int* started) {
  volatile int* shown = counts;
#ifdef REPAIRED
  const int place = atomicAdd(started, 1);
  const int next = place - 1;
#else
  const int place = blockIdx.x;
  const int next = place + 1 < gridDim.x ? place + 1 : -1;
#endif
  int behind = 0;
  if (next >= 0)
    while ((behind = shown[next]) == 0) {
    }
  __threadfence();
  shown[place] = behind + 1;
}

int main() {
  constexpr int kMost = 64;
  int* counts = cleared(kMost);
  int* started = cleared(1);
  count_behind<<<kMost, 1, kSharedBytes>>>(counts, started);
  return finish();
}
