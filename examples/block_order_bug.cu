// SPDX-License-Identifier: Apache-2.0
/// A bug: each block adds up its share, and the last block of the grid, which its author takes to
/// run last, adds up the shares. Nothing makes it run last, though on a GPU it mostly comes late
/// enough.
///
///   simtcc block_order_bug.cu -o block_order_bug
///   for seed in 1 2 3 4; do simt run --seed $seed ./block_order_bug; done
///
/// Shows that blocks start in an order that the seed shuffles: the output differs from seed to
/// seed. last_block_reduction.cu does it properly.
#include <cstdio>

constexpr int kBlocks = 16;
constexpr int kShare = 1000;

__global__ void sum(const int* values, volatile int* shares, int* total) {
  int share = 0;
  for (int i = 0; i < kShare; ++i) share += values[blockIdx.x * kShare + i];
  shares[blockIdx.x] = share;

  if (blockIdx.x == gridDim.x - 1) {
    int all = 0;
    for (int block = 0; block < kBlocks; ++block) all += shares[block];  // have they all run?
    *total = all;
  }
}

int main() {
  int *values, *shares, *total;
  cudaMallocManaged(&values, kBlocks * kShare * sizeof(int));
  cudaMallocManaged(&shares, kBlocks * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < kBlocks * kShare; ++i) values[i] = 1;
  for (int i = 0; i < kBlocks; ++i) shares[i] = 0;

  sum<<<kBlocks, 1>>>(values, shares, total);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }

  const bool correct = *total == kBlocks * kShare;
  std::printf("total %d of %d: %s\n", *total, kBlocks * kShare, correct ? "correct" : "WRONG");
  cudaFree(values);
  cudaFree(shares);
  cudaFree(total);
  return correct ? 0 : 1;
}
