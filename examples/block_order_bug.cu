// SPDX-License-Identifier: Apache-2.0
/// A bug: each block adds up its share, and the last block of the grid adds up the shares. It also
/// takes what is left over, so its author found that it always finishes last. Nothing makes it so:
/// on a GPU with room for all blocks the sum is right, until another kernel takes up some of that
/// room.
///
///   simtcc block_order_bug.cu -o block_order_bug
///   for seed in 1 2 3 4; do simt run --seed $seed ./block_order_bug; done
///
/// Shows that blocks start in an order that the seed shuffles: the output differs from seed to
/// seed. last_block_reduction.cu does it properly.
#include <cstdio>

constexpr int kBlocks = 16;
constexpr int kShare = 1000;
constexpr int kLeftOver = 999;
constexpr int kSize = kBlocks * kShare + kLeftOver;

__global__ void sum(const int* values, volatile int* shares, int* total) {
  const bool is_last = blockIdx.x == gridDim.x - 1;
  const int first = blockIdx.x * kShare;
  const int end = is_last ? kSize : first + kShare;
  int share = 0;
  for (int i = first; i < end; ++i) share += values[i];
  shares[blockIdx.x] = share;

  if (is_last) {
    int all = 0;
    for (int block = 0; block < kBlocks; ++block) all += shares[block];  // have they all run?
    *total = all;
  }
}

int main() {
  int *values, *shares, *total;
  cudaMallocManaged(&values, kSize * sizeof(int));
  cudaMallocManaged(&shares, kBlocks * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < kSize; ++i) values[i] = 1;
  for (int i = 0; i < kBlocks; ++i) shares[i] = 0;

  sum<<<kBlocks, 1>>>(values, shares, total);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }

  const bool correct = *total == kSize;
  std::printf("total %d of %d: %s\n", *total, kSize, correct ? "correct" : "WRONG");
  cudaFree(values);
  cudaFree(shares);
  cudaFree(total);
  return correct ? 0 : 1;
}
