// SPDX-License-Identifier: Apache-2.0
/// The host reads managed memory before it has waited for the kernel that writes it. Repaired: it
/// waits.
#include <cstdio>

__global__ void count_to(int* counter, int count) { *counter = count; }

int main() {
  int* counter = nullptr;
  cudaMallocManaged(&counter, sizeof(int));
  *counter = 0;
  count_to<<<1, 1>>>(counter, 5);
#ifdef REPAIRED
  cudaDeviceSynchronize();
#endif
  const int read = *counter;
  cudaDeviceSynchronize();
  std::printf("counted to %d\n", read);
}
