// SPDX-License-Identifier: Apache-2.0
/// Blocks read their neighbours' rows while the owners overwrite them.
#include "memory.h"

constexpr int kWidth = 32;

__global__ void smooth(const int* in, int* out) {
  const int row = blockIdx.x;
  const int above = (row + gridDim.x - 1) % gridDim.x;
  const int below = (row + 1) % gridDim.x;
  const int sum = in[above * kWidth + threadIdx.x] + in[row * kWidth + threadIdx.x] +  // conflict
                  in[below * kWidth + threadIdx.x];                                    // conflict
  out[row * kWidth + threadIdx.x] = sum / 3;                                           // conflict
}

int main() {
  constexpr int kRows = 16;
  int* rows = ascending(kRows * kWidth);
#ifdef REPAIRED
  int* out = cleared(kRows * kWidth);
#else
  int* out = rows;
#endif
  smooth<<<kRows, kWidth>>>(rows, out);
  return finish();
}
