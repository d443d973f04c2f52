// SPDX-License-Identifier: Apache-2.0
/// Heat flowing along a rod, two ways: a step a launch, where the end of a launch is the barrier of
/// the whole grid; and all steps in one cooperative launch, with grid.sync() between them.
///
///   simtcc grid_sync.cu -o grid_sync && ./grid_sync
///
/// Shows a cooperative launch, and that both ways give the same result to the last bit.
#include <cooperative_groups.h>

#include <cstdio>
#include <initializer_list>

namespace cg = cooperative_groups;

constexpr int kCells = 1000;
constexpr int kSteps = 50;
constexpr int kThreads = 128;
constexpr int kBlocks = (kCells + kThreads - 1) / kThreads;

__device__ void step(const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= kCells) return;
  const float left = from[i > 0 ? i - 1 : i];
  const float right = from[i < kCells - 1 ? i + 1 : i];
  to[i] = 0.25f * left + 0.5f * from[i] + 0.25f * right;
}

__global__ void one_step(const float* from, float* to) { step(from, to); }

__global__ void all_steps(float* a, float* b) {
  const cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < kSteps; ++i) {
    step(i % 2 == 0 ? a : b, i % 2 == 0 ? b : a);
    grid.sync();
  }
}

void fill(float* cells) {
  for (int i = 0; i < kCells; ++i) cells[i] = i == kCells / 2 ? 1.0f : 0.0f;
}

int main() {
  float *a, *b, *c, *d;
  for (float** cells : {&a, &b, &c, &d}) cudaMallocManaged(cells, kCells * sizeof(float));
  fill(a);
  fill(c);

  for (int i = 0; i < kSteps; ++i)
    one_step<<<kBlocks, kThreads>>>(i % 2 == 0 ? a : b, i % 2 == 0 ? b : a);
  void* arguments[] = {&c, &d};
  cudaLaunchCooperativeKernel(all_steps, dim3(kBlocks), dim3(kThreads), arguments);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("failed: %s\n", cudaGetErrorString(error));
    return 1;
  }

  // kSteps is even, so the last step wrote to the first array of each pair.
  int differing = 0;
  for (int i = 0; i < kCells; ++i) differing += a[i] != c[i];
  std::printf("%d steps: peak %g, %d of %d cells differ\n", kSteps, a[kCells / 2], differing,
              kCells);
  for (float* cells : {a, b, c, d}) cudaFree(cells);
  return differing == 0 ? 0 : 1;
}
