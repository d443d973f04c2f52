// SPDX-License-Identifier: Apache-2.0
/// Threads wait for a flag that is neither volatile nor atomic. The checked image reads it again
/// and again, as the source says, so the waiting threads have to let the one that clears it go on.
#include <cstdio>

__global__ void wait_for_each_other(int* passed) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 1;
  __syncthreads();
  if (threadIdx.x == 33) flag = 0;
  while (flag) {
  }
  passed[threadIdx.x] = 1;
}

int main() {
  int* passed;
  cudaMalloc(&passed, 64 * sizeof(int));
  wait_for_each_other<<<1, 64>>>(passed);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
