// SPDX-License-Identifier: Apache-2.0
/// A block barrier, per thread, and a warp shuffle, per lane.
#include <benchmark/benchmark.h>

namespace {

__global__ void barriers(int count) {
  for (int i = 0; i < count; ++i) __syncthreads();
}

__global__ void shuffles(int count, int* out) {
  int value = static_cast<int>(threadIdx.x);
  for (int i = 0; i < count; ++i) value += __shfl_xor_sync(0xffffffffu, value, 1 + i % 31);
  if (value == 12345) *out = value;
}

constexpr int kCount = 2000;

void per_thread(benchmark::State& state, double threads) {
  state.counters["a thread"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * threads * kCount,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void block_barrier(benchmark::State& state) {
  const auto threads = static_cast<unsigned>(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    barriers<<<1, threads>>>(kCount);
    cudaDeviceSynchronize();
  }
  per_thread(state, threads);
}
BENCHMARK(block_barrier)->Arg(32)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

void warp_shuffle(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    shuffles<<<1, 32>>>(kCount, nullptr);
    cudaDeviceSynchronize();
  }
  per_thread(state, 32);
}
BENCHMARK(warp_shuffle)->Unit(benchmark::kMillisecond);

}  // namespace
