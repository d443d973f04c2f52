// SPDX-License-Identifier: Apache-2.0
/// The least value of a warp, found through shared memory without a barrier of the warp between the
/// steps.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void least_of_warps(const int* in, int* out) {
  __shared__ int values[kThreads];
  const int i = threadIdx.x;
  const int lane = i % 32;
  values[i] = in[i];  // conflict
  for (int distance = 16; distance > 0; distance /= 2) {
#ifdef REPAIRED
    __syncwarp();
#endif
    if (lane < distance) values[i] = min(values[i], values[i + distance]);  // conflict
  }
  if (lane == 0) out[i / 32] = values[i];
}

int main() {
  int values[kThreads];
  for (int i = 0; i < kThreads; ++i) values[i] = (i * 37 + 11) % 64 - 20;
  int* in = uploaded(values, kThreads);
  int* out = cleared(kThreads / 32);
  least_of_warps<<<1, kThreads>>>(in, out);
  return finish();
}
