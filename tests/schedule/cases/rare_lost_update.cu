// SPDX-License-Identifier: Apache-2.0
/// Threads that find a rare value count it with a plain increment: two have to meet in it.
#include "memory.h"

constexpr int kThreads = 128;
constexpr int kPerThread = 16;

__global__ void count_rare(const int* in, int* count) {
  for (int i = 0; i < kPerThread; ++i) {
    if (in[threadIdx.x * kPerThread + i] % 509 != 7) continue;
#ifdef REPAIRED
    atomicAdd(count, 1);
#else
    const int before = *count;  // conflict
    *count = before + 1;        // conflict
#endif
  }
}

int main() {
  int* in = ascending(kThreads * kPerThread);
  int* count = cleared(1);
  count_rare<<<1, kThreads>>>(in, count);
  return finish();
}
