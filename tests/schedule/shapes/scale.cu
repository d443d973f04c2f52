// SPDX-License-Identifier: Apache-2.0
/// A kernel that is right only where there is a thread for each element, though it says that its
/// shape does not matter. Repaired: it goes on in strides of the grid.
#include <simt/shape_invariant.h>

#include "../cases/memory.h"

constexpr int kCount = 200;

SIMT_SHAPE_INVARIANT __global__ void scale(int* values, int count) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef REPAIRED
  for (int i = first; i < count; i += gridDim.x * blockDim.x) values[i] *= 3;
#else
  if (first < count) values[first] *= 3;
#endif
}

/// The same, without the claim.
__global__ void plain_scale(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 3;
}

int main() {
  int* const values = ascending(kCount);
  scale<<<4, 64>>>(values, kCount);
  plain_scale<<<dim3(2, 1), dim3(128, 1)>>>(values, kCount);
  return finish();
}
