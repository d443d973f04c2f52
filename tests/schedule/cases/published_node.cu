// SPDX-License-Identifier: Apache-2.0
/// One block of each pair publishes a node by compare-and-swap, with no fence after what the node
/// holds; the other takes it, and may find it empty.
#include "memory.h"

constexpr int kBlocks = 16;
constexpr int kNone = -1;

__global__ void hand_over(int* value, int* published, int* out) {
  if (threadIdx.x != 0) return;
  const int node = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0) {
    value[node] = node + 1;  // conflict
#ifdef REPAIRED
    __threadfence();
#endif
    atomicCAS(&published[node], kNone, node);
    return;
  }
  int taken = kNone;
  while ((taken = atomicAdd(&published[node], 0)) == kNone) {
  }
  __threadfence();
  out[node] = value[taken];  // conflict
}

int main() {
  int* value = cleared(kBlocks / 2);
  int* published = cleared(kBlocks / 2);
  cudaMemset(published, 0xff, kBlocks / 2 * sizeof(int));
  int* out = cleared(kBlocks / 2);
  hand_over<<<kBlocks, 32>>>(value, published, out);
  return finish();
}
