// SPDX-License-Identifier: Apache-2.0
/// A barrier that only every other thread reaches.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void double_even(const int* in, int* out) {
  __shared__ int values[kThreads];
  const int i = threadIdx.x;
  values[i] = in[i];
#ifdef REPAIRED
  __syncthreads();
  if (i % 2 == 0) values[i] *= 2;
#else
  if (i % 2 == 0) {
    __syncthreads();
    values[i] *= 2;
  }
#endif
  __syncthreads();
  out[i] = values[i ^ 1];
}

int main() {
  int* in = ascending(kThreads);
  int* out = cleared(kThreads);
  double_even<<<1, kThreads>>>(in, out);
  return finish();
}
