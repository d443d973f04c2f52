// SPDX-License-Identifier: Apache-2.0
/// A sum whose rounding depends on how many threads share it, and on nothing else.
#include <simt/shape_invariant.h>

#include "../cases/memory.h"

constexpr int kCount = 5000;

SIMT_SHAPE_INVARIANT __global__ void sum(const int* values, int count, float* result) {
  __shared__ float parts[1024];
  if (blockIdx.x != 0) return;
  float part = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) part += 1.0f / (1 + values[i]);
  parts[threadIdx.x] = part;
  __syncthreads();
  if (threadIdx.x != 0) return;
  float total = 0;
  for (int i = 0; i < static_cast<int>(blockDim.x); ++i) total += parts[i];
  *result = total;
}

int main() {
  float* result = nullptr;
  cudaMalloc(&result, sizeof(float));
  sum<<<1, 64>>>(ascending(kCount), kCount, result);
  return finish();
}
