// SPDX-License-Identifier: Apache-2.0
/// A grid barrier that spins, launched with one block more than the device holds at a time.
#include "memory.h"

constexpr int kThreads = 32;
/// So much that a multiprocessor of a small device holds one block.
constexpr int kSharedBytes = 40 * 1024;

__global__ void two_phases(int* first, int* second, unsigned* arrived) {
  if (threadIdx.x == 0) {
    first[blockIdx.x] = blockIdx.x;
    __threadfence();
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) {
    }
    __threadfence();
    second[blockIdx.x] = first[(blockIdx.x + 1) % gridDim.x];
  }
}

int main() {
  int processors = 0;
  int blocks = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, two_phases, kThreads, kSharedBytes);
  blocks *= processors;
#ifndef REPAIRED
  ++blocks;
#endif
  int* first = cleared(blocks);
  int* second = cleared(blocks);
  int* arrived = cleared(1);
  two_phases<<<blocks, kThreads, kSharedBytes>>>(first, second,
                                                 reinterpret_cast<unsigned*>(arrived));
  return finish();
}
