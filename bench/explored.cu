// SPDX-License-Identifier: Apache-2.0
/// The launches whose exploring is timed (bench/schedules.sh): a reduction by one block of 256
/// threads, and a grid of 64 blocks that add up with an atomic.
#include <cstdio>

__global__ void reduce_block(const int* values, int* sum) {
  __shared__ int partial[256];
  partial[threadIdx.x] = values[threadIdx.x];
  for (unsigned half = 128; half != 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0) *sum = partial[0];
}

__global__ void add_up(const int* values, int* sum) { atomicAdd(sum, values[threadIdx.x % 256]); }

int main() {
  int* values;
  int* sum;
  cudaMalloc(&values, 256 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(values, 1, 256 * sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  reduce_block<<<1, 256>>>(values, sum);
  add_up<<<64, 32>>>(values, sum);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
