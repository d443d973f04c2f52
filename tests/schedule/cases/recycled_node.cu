// SPDX-License-Identifier: Apache-2.0
/// A stack without locks whose nodes are pushed again after use: a thread that has read the top and
/// the node below may find the same top back later over another one, and makes a node that is in
/// use the top.
#include "memory.h"

constexpr int kBlocks = 6;
constexpr int kThreads = 6;
constexpr int kNodes = 3;
constexpr unsigned kNone = 0xffff;

/// The index of the top in the lower half, the number of changes in the upper half.
__device__ unsigned change(unsigned top, unsigned index) {
#ifdef REPAIRED
  return (top & 0xffff0000u) + 0x10000u + index;
#else
  return index;
#endif
}

__device__ unsigned pop(unsigned* top, volatile unsigned* below) {
  for (;;) {
    const unsigned seen = atomicAdd(top, 0u);
    const unsigned index = seen & 0xffffu;
    if (index == kNone) return kNone;
    const unsigned next = below[index];                                  // conflict
    if (atomicCAS(top, seen, change(seen, next)) == seen) return index;  // conflict
  }
}

__device__ void push(unsigned* top, volatile unsigned* below, unsigned index) {
  unsigned seen = atomicAdd(top, 0u);
  for (;;) {
    below[index] = seen & 0xffffu;  // conflict
    __threadfence_block();
    const unsigned found = atomicCAS(top, seen, change(seen, index));  // conflict
    if (found == seen) return;
    seen = found;
  }
}

/// Each thread takes two nodes and gives them back, several times; a node that two threads have at
/// a time is counted.
__global__ void take_and_give_back(int* shared_nodes) {
  __shared__ unsigned top;
  __shared__ unsigned below[kNodes];
  __shared__ int owners[kNodes];
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < kNodes; ++i) {
      below[i] = i + 1 < kNodes ? i + 1 : kNone;
      owners[i] = 0;
    }
    top = 0;
  }
  __syncthreads();
  for (int round = 0; round < 4; ++round) {
    unsigned mine[2];
    for (unsigned& node : mine) {
      node = pop(&top, below);
      if (node != kNone && atomicAdd(&owners[node], 1) != 0) atomicExch(shared_nodes, 1);
    }
    for (const unsigned node : mine) {
      if (node == kNone) continue;
      atomicSub(&owners[node], 1);
      push(&top, below, node);
    }
  }
}

int main() {
  int* shared_nodes = cleared(1);
  take_and_give_back<<<kBlocks, kThreads>>>(shared_nodes);
  return finish();
}
