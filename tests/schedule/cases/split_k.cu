// SPDX-License-Identifier: Apache-2.0
/// Blocks share the terms of a dot product; the last one to be done, as a counter says, adds up
/// what the others left. A barrier stands between a block's terms and its count, but no fence.
#include "memory.h"

constexpr int kBlocks = 6;
constexpr int kThreads = 64;

__global__ void dot(const int* one, const int* other, int* terms, int* done, int* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  terms[i] = one[i] * other[i];  // conflict
#ifdef REPAIRED
  __threadfence();
#endif
  __syncthreads();
  __shared__ bool is_last;
  if (threadIdx.x == 0) is_last = atomicAdd(done, 1) == kBlocks - 1;
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  __threadfence();
  int sum = 0;
  for (int k = 0; k < kBlocks * kThreads; ++k) sum += terms[k];  // conflict
  *out = sum;
}

int main() {
  int* one = ascending(kBlocks * kThreads);
  int* other = ascending(kBlocks * kThreads);
  int* terms = cleared(kBlocks * kThreads);
  int* done = cleared(1);
  int* out = cleared(1);
  dot<<<kBlocks, kThreads>>>(one, other, terms, done, out);
  return finish();
}
