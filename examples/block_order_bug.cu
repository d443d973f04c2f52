// SPDX-License-Identifier: Apache-2.0
/// A bug: a running total in which each block reads what the block before it wrote. Nothing makes
/// blocks run in that order, though small grids on real hardware often happen to.
///
///   simtcc block_order_bug.cu -o block_order_bug
///   for seed in 1 2 3 4; do simt run --seed $seed ./block_order_bug; done
///
/// Shows that blocks start in an order that the seed shuffles: the output differs from seed to
/// seed.
#include <cstdio>

constexpr int kBlocks = 8;

__global__ void running_total(int* totals) {
  const int block = blockIdx.x;
  const int before = block == 0 ? 0 : totals[block - 1];  // has that block run yet?
  totals[block] = before + block + 1;
}

int main() {
  int* totals;
  cudaMallocManaged(&totals, kBlocks * sizeof(int));
  for (int i = 0; i < kBlocks; ++i) totals[i] = 0;

  running_total<<<kBlocks, 1>>>(totals);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }

  bool correct = true;
  std::printf("totals:");
  for (int i = 0; i < kBlocks; ++i) {
    std::printf(" %d", totals[i]);
    correct = correct && totals[i] == (i + 1) * (i + 2) / 2;
  }
  std::printf("  %s\n", correct ? "correct" : "WRONG");
  cudaFree(totals);
  return correct ? 0 : 1;
}
