// SPDX-License-Identifier: Apache-2.0
/// Two scratch areas lie in a union, and the second is written with no barrier after the last read
/// of the first.
#include "memory.h"

constexpr int kThreads = 64;

union Scratch {
  int sums[kThreads];
  unsigned maxima[kThreads];
};

__global__ void sum_and_maximum(const int* in, int* sum, unsigned* maximum) {
  __shared__ Scratch scratch;
  const int value = in[threadIdx.x];
  scratch.sums[threadIdx.x] = value;  // conflict
  __syncthreads();
  int total = 0;
  for (int i = 0; i < kThreads; ++i) total += scratch.sums[i];  // conflict
#ifdef REPAIRED
  __syncthreads();
#endif
  scratch.maxima[threadIdx.x] = value * 1000;  // conflict
  __syncthreads();
  unsigned highest = 0;
  for (int i = 0; i < kThreads; ++i) highest = max(highest, scratch.maxima[i]);
  sum[threadIdx.x] = total;
  maximum[threadIdx.x] = highest;
}

int main() {
  int* in = ascending(kThreads);
  int* sum = cleared(kThreads);
  int* maximum = cleared(kThreads);
  sum_and_maximum<<<1, kThreads>>>(in, sum, reinterpret_cast<unsigned*>(maximum));
  return finish();
}
