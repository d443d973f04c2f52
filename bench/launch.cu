// SPDX-License-Identifier: Apache-2.0
/// What a launch costs, and what memory launches take: blocked threads, huge grids, many launches.
#include <benchmark/benchmark.h>

#include <cstdio>

namespace {

__global__ void nothing() {}

__global__ void wait_together(unsigned* arrived) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < gridDim.x) {
    }
  }
  __syncthreads();
}

/// Resident memory of the process, MiB.
double resident_mebibytes() {
  long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return static_cast<double>(pages) * 4096 / (1 << 20);
}

void launch_and_wait(benchmark::State& state) {
  const double before = resident_mebibytes();
  for ([[maybe_unused]] auto _ : state) {
    nothing<<<1, 32>>>();
    cudaDeviceSynchronize();
  }
  state.counters["MiB more"] = resident_mebibytes() - before;
}
BENCHMARK(launch_and_wait)->Iterations(100000);

/// 8192 threads that all wait at once.
void eight_resident_blocks_of_1024(benchmark::State& state) {
  unsigned* arrived = nullptr;
  cudaMalloc(&arrived, sizeof(unsigned));
  const double before = resident_mebibytes();
  for ([[maybe_unused]] auto _ : state) {
    cudaMemset(arrived, 0, sizeof(unsigned));
    wait_together<<<8, 1024>>>(arrived);
    if (cudaDeviceSynchronize() != cudaSuccess) state.SkipWithError("the launch failed");
  }
  state.counters["MiB more"] = resident_mebibytes() - before;
  cudaFree(arrived);
}
BENCHMARK(eight_resident_blocks_of_1024)->Unit(benchmark::kMillisecond)->Iterations(3);

void grid_of_2_to_the_28_threads(benchmark::State& state) {
  const double before = resident_mebibytes();
  for ([[maybe_unused]] auto _ : state) {
    nothing<<<1 << 18, 1024>>>();
    cudaDeviceSynchronize();
  }
  state.counters["MiB more"] = resident_mebibytes() - before;
}
BENCHMARK(grid_of_2_to_the_28_threads)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
