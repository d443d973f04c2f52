// SPDX-License-Identifier: Apache-2.0
/// One thread writes a total to shared memory, and all read it with no barrier between.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void shares(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < kThreads; ++i) sum += in[i];
    total = sum;  // conflict
  }
#ifdef REPAIRED
  __syncthreads();
#endif
  out[threadIdx.x] = total - in[threadIdx.x];  // conflict
}

int main() {
  int* in = ascending(kThreads);
  int* out = cleared(kThreads);
  shares<<<1, kThreads>>>(in, out);
  return finish();
}
