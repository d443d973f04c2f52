// SPDX-License-Identifier: Apache-2.0
/// One shared array holds the warps' maxima and then, with no barrier between, their sums.
#include "memory.h"

constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;

__global__ void normalise(const int* in, int* out) {
  __shared__ int of_warp[kWarps];
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;

  const int maximum_of_warp = __reduce_max_sync(~0u, in[threadIdx.x]);
  if (lane == 0) of_warp[warp] = maximum_of_warp;  // conflict
  __syncthreads();
  int maximum = of_warp[0];                                             // conflict
  for (int i = 1; i < kWarps; ++i) maximum = max(maximum, of_warp[i]);  // conflict
#ifdef REPAIRED
  __syncthreads();
#endif
  const int sum_of_warp = __reduce_add_sync(~0u, maximum - in[threadIdx.x]);
  if (lane == 0) of_warp[warp] = sum_of_warp;  // conflict
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < kWarps; ++i) sum += of_warp[i];
  out[threadIdx.x] = sum;
}

int main() {
  int* in = ascending(kThreads);
  int* out = cleared(kThreads);
  normalise<<<1, kThreads>>>(in, out);
  return finish();
}
