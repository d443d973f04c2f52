// SPDX-License-Identifier: Apache-2.0
/// A bug: a home-made barrier of the whole grid in an ordinary launch. A device holds only so many
/// blocks at once, and a block keeps its place until it ends; here the grid has one block more than
/// fit, and the blocks that run wait for the one that cannot start.
///
///   simtcc -lineinfo residency_spin.cu -o residency_spin && ./residency_spin
///   simt run --device t4 ./residency_spin
///
/// Shows the deadlock that it is on a GPU, reported and not waited for. A cooperative launch, as in
/// grid_sync.cu, refuses such a grid.
#include <cstdio>

constexpr int kThreads = 32;

__device__ unsigned arrived;

__global__ void wait_for_all_blocks() {
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < gridDim.x) {
    }
  }
  __syncthreads();
}

int main() {
  int multiprocessors = 0, blocks_each = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, wait_for_all_blocks, kThreads, 0);
  const int fitting = multiprocessors * blocks_each;
  std::printf("%d blocks fit, %d are launched\n", fitting, fitting + 1);

  wait_for_all_blocks<<<fitting + 1, kThreads>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("the launch ended with: %s\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
