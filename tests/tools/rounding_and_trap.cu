// SPDX-License-Identifier: Apache-2.0
/// A sum that is rounded in most schedules otherwise, and a thread that fails where it comes first.
__global__ void sum(float* total, int* arrived) {
  if (atomicAdd(arrived, 1) == 0 && threadIdx.x == 13) __trap();
  atomicAdd(total, 1.0f / static_cast<float>(threadIdx.x + 3));
}

int main() {
  float* total;
  int* arrived;
  cudaMalloc(&total, sizeof *total);
  cudaMalloc(&arrived, sizeof *arrived);
  cudaMemset(total, 0, sizeof *total);
  cudaMemset(arrived, 0, sizeof *arrived);
  sum<<<1, 32>>>(total, arrived);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
