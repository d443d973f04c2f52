// SPDX-License-Identifier: Apache-2.0
/// A running sum over blocks: each waits for the flag of the one before, which is set with no fence
/// after the sum that it stands for.
#include "memory.h"

constexpr int kBlocks = 12;
constexpr int kThreads = 32;

__global__ void running_sums(const int* in, int* sums, volatile int* ready, int* taken) {
  __shared__ int block;
  if (threadIdx.x == 0) block = atomicAdd(taken, 1);
  __syncthreads();
  const int sum = __reduce_add_sync(~0u, in[block * kThreads + threadIdx.x]);
  if (threadIdx.x != 0) return;
  int before = 0;
  if (block > 0) {
    while (ready[block - 1] == 0) {
    }
    __threadfence();
    before = sums[block - 1];  // conflict
  }
  sums[block] = before + sum;  // conflict
#ifdef REPAIRED
  __threadfence();
#endif
  ready[block] = 1;
}

int main() {
  int* in = ascending(kBlocks * kThreads);
  int* sums = cleared(kBlocks);
  int* ready = cleared(kBlocks);
  int* taken = cleared(1);
  running_sums<<<kBlocks, kThreads>>>(in, sums, ready, taken);
  return finish();
}
