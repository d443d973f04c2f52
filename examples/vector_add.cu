// SPDX-License-Identifier: Apache-2.0
/// The first CUDA program of every textbook: one thread adds one pair of elements, and the guard
/// keeps the last block's surplus threads out.
///
///   simtcc vector_add.cu -o vector_add && ./vector_add
///
/// Shows that an ordinary program builds and runs with no GPU.
#include <cstdio>
#include <vector>

__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main() {
  const int n = 100000;
  std::vector<float> a(n), b(n), sum(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 2.0f * static_cast<float>(i);
  }

  const size_t bytes = n * sizeof(float);
  float *device_a, *device_b, *device_sum;
  cudaMalloc(&device_a, bytes);
  cudaMalloc(&device_b, bytes);
  cudaMalloc(&device_sum, bytes);
  cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice);

  const int threads = 256;
  add<<<(n + threads - 1) / threads, threads>>>(device_a, device_b, device_sum, n);
  const cudaError_t error = cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_sum);

  for (int i = 0; i < n; ++i)
    if (sum[i] != 3.0f * static_cast<float>(i)) {
      std::printf("wrong at %d: %g\n", i, sum[i]);
      return 1;
    }
  std::printf("%d sums, all correct\n", n);
  return 0;
}
