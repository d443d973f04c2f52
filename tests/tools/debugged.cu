// SPDX-License-Identifier: Apache-2.0
/// Stopped in by a debugger, at the line that says so.
#include <cstdio>

__device__ int counter = 7;

__global__ void scale(float* data, float factor) {
  __shared__ float tile[32];
  const unsigned i = threadIdx.x;
  tile[i] = data[i];
  __syncthreads();
  const float mine = tile[31 - i] * factor + static_cast<float>(counter);
  data[i] = mine;  // stop here
}

int main() {
  float* data = nullptr;
  if (cudaMallocManaged(&data, 32 * sizeof(float)) != cudaSuccess) return 1;
  for (int i = 0; i < 32; ++i) data[i] = static_cast<float>(i);
  scale<<<1, 32>>>(data, 3.0f);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("%g\n", static_cast<double>(data[0]));
}
