// SPDX-License-Identifier: Apache-2.0
/// A block reduction is called in a loop, and the barrier at its beginning is missing: a fast warp
/// stores its partial sum of the next call while slower ones still read this call's.
#include "memory.h"

constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;

__device__ int block_sum(int value, int* of_warp) {
#ifdef REPAIRED
  __syncthreads();
#endif
  const int sum = __reduce_add_sync(~0u, value);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;  // conflict
  __syncthreads();
  int total = 0;                                         // conflict
  for (int i = 0; i < kWarps; ++i) total += of_warp[i];  // conflict
  return total;
}

__global__ void row_sums(const int* in, int* out, int rows) {
  __shared__ int of_warp[kWarps];
  for (int row = 0; row < rows; ++row) {
    const int sum = block_sum(in[row * kThreads + threadIdx.x], of_warp);
    out[row * kThreads + threadIdx.x] = sum;
  }
}

int main() {
  constexpr int kRows = 4;
  int* in = ascending(kRows * kThreads);
  int* out = cleared(kRows * kThreads);
  row_sums<<<1, kThreads>>>(in, out, kRows);
  return finish();
}
