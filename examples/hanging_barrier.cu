// SPDX-License-Identifier: Apache-2.0
/// A bug, the textbooks' hanging barrier: it stands in a branch that half of the threads take, and
/// the others go on without it. CUDA leaves open what then happens: hardware may hang, or go on
/// without a word.
///
///   simtcc -lineinfo hanging_barrier.cu -o hanging_barrier && ./hanging_barrier
///   simt run --barrier-divergence hardware ./hanging_barrier
///
/// Shows the report that names the barrier and where the others passed it by; and that the program
/// passes in silence, as on recent hardware, when told to.
#include <cstdio>

__global__ void diverge(int* values) {
  if (threadIdx.x % 2 == 0) {
    values[threadIdx.x] = 1;
    __syncthreads();
  }
  values[threadIdx.x] += 1;
}

int main() {
  const int threads = 64;
  int* values;
  cudaMallocManaged(&values, threads * sizeof(int));

  diverge<<<1, threads>>>(values);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("the launch ended with: %s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
