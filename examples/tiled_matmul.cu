// SPDX-License-Identifier: Apache-2.0
/// Matrix product by tiles in shared memory, with the two barriers it needs: one before a tile is
/// read, one before it is overwritten.
///
///   simtcc tiled_matmul.cu -o tiled_matmul && ./tiled_matmul
///
/// Shows shared memory and barriers. Leave out either barrier and the answer is wrong.
#include <cstdio>
#include <vector>

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* product, int n) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;

  float sum = 0;
  for (int start = 0; start < n; start += kTile) {
    const bool inside_a = row < n && start + x < n;
    const bool inside_b = start + y < n && column < n;
    tile_a[y][x] = inside_a ? a[row * n + start + x] : 0;
    tile_b[y][x] = inside_b ? b[(start + y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += tile_a[y][k] * tile_b[k][x];
    __syncthreads();
  }
  if (row < n && column < n) product[row * n + column] = sum;
}

int main() {
  const int n = 100;  // not a multiple of the tile
  const size_t bytes = n * n * sizeof(float);
  float *a, *b, *product;
  cudaMallocManaged(&a, bytes);
  cudaMallocManaged(&b, bytes);
  cudaMallocManaged(&product, bytes);
  // Small whole numbers: the product is exact in any order of summation.
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }

  const int blocks = (n + kTile - 1) / kTile;
  multiply<<<dim3(blocks, blocks), dim3(kTile, kTile)>>>(a, b, product, n);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }

  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      float expected = 0;
      for (int k = 0; k < n; ++k) expected += a[row * n + k] * b[k * n + column];
      if (product[row * n + column] != expected) {
        std::printf("wrong at (%d,%d): %g\n", row, column, product[row * n + column]);
        return 1;
      }
    }
  cudaFree(a);
  cudaFree(b);
  cudaFree(product);
  std::printf("%d x %d product, all correct\n", n, n);
  return 0;
}
