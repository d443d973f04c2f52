// SPDX-License-Identifier: Apache-2.0
/// saxpy over 2^24 elements as a kernel, against a parallel loop of oneTBB over the same memory.
#include <benchmark/benchmark.h>
#include <tbb/parallel_for.h>

#include <vector>

namespace {

constexpr int kCount = 1 << 24;

__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) y[i] = a * x[i] + y[i];
}

void as_kernel(benchmark::State& state) {
  float *x = nullptr, *y = nullptr;
  cudaMalloc(&x, kCount * sizeof(float));
  cudaMalloc(&y, kCount * sizeof(float));
  cudaMemset(x, 0, kCount * sizeof(float));
  cudaMemset(y, 0, kCount * sizeof(float));
  for ([[maybe_unused]] auto _ : state) {
    saxpy<<<kCount / 256, 256>>>(kCount, 2.0f, x, y);
    cudaDeviceSynchronize();
  }
  cudaFree(x);
  cudaFree(y);
}
BENCHMARK(as_kernel)->Unit(benchmark::kMillisecond)->UseRealTime()->MinTime(1);

void as_tbb_loop(benchmark::State& state) {
  std::vector<float> x(kCount), y(kCount);
  for ([[maybe_unused]] auto _ : state) {
    tbb::parallel_for(tbb::blocked_range<int>(0, kCount),
                      [&](const tbb::blocked_range<int>& range) {
                        for (int i = range.begin(); i != range.end(); ++i)
                          y[i] = 2.0f * x[i] + y[i];
                      });
    benchmark::ClobberMemory();
  }
}
BENCHMARK(as_tbb_loop)->Unit(benchmark::kMillisecond)->UseRealTime()->MinTime(1);

}  // namespace
