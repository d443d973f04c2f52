// SPDX-License-Identifier: Apache-2.0
/// The host goes on until the device says that nothing changed: labels spread along a path, and how
/// many rounds that takes depends on the order of threads, though the labels in the end do not. The
/// repaired program does not show the number of rounds.
#include <cstdio>

#include "../cases/memory.h"

constexpr int kNodes = 16;

__global__ void spread(int* labels, int* changed) {
  const int node = threadIdx.x;
  if (node == 0) return;
  const int left = atomicAdd(&labels[node - 1], 0);
  if (atomicMin(&labels[node], left) > left) atomicExch(changed, 1);
}

int main() {
  int* const labels = ascending(kNodes);
  int* const changed = allocated(1);
  int rounds = 0;
  for (int again = 1; again != 0; ++rounds) {
    cudaMemset(changed, 0, sizeof(int));
    spread<<<1, kNodes>>>(labels, changed);
    cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
  }
  int last = -1;
  cudaMemcpy(&last, labels + kNodes - 1, sizeof last, cudaMemcpyDeviceToHost);
  std::printf("the last label is %d\n", last);
#ifndef REPAIRED
  std::printf("%d rounds\n", rounds);
#endif
}
