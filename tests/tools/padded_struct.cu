// SPDX-License-Identifier: Apache-2.0
/// A correct program that copies a struct whole: its padding is what the stack happened to hold.
#include <cstdio>

struct Padded {
  char tag;
  int number;
  double value;
};

__device__ __noinline__ void set(Padded* padded, int number) {
  padded->tag = 1;
  padded->number = number;
  padded->value = number;
}

__global__ void store(Padded* all, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(count, 1);
  Padded mine;
  set(&mine, i);
  all[i] = mine;
}

int main() {
  Padded* all;
  int* count;
  cudaMalloc(&all, 64 * sizeof(Padded));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(all, 0, 64 * sizeof(Padded));
  cudaMemset(count, 0, sizeof(int));
  store<<<4, 16>>>(all, count);
  store<<<4, 16>>>(all, count);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
