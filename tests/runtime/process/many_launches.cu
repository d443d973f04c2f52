// SPDX-License-Identifier: Apache-2.0
/// Uses everything that is made and destroyed over and over - launches of all kinds, streams,
/// events, allocations, host functions - as many times as the argument says, and fails where the
/// process keeps growing. Built with AddressSanitizer it also shows what is leaked.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace {

constexpr int kThreads = 64;
constexpr int kBlocks = 3;
/// Freed addresses rest for a while, small ones with their memory (simt/memory/heap.h).
constexpr long kMostGrowthKiB = 24 * 1024;

void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s\n", line, cudaGetErrorName(error));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

__global__ void whole_block(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

__global__ void with_barrier(int* data) {
  __shared__ int slots[kThreads];
  slots[threadIdx.x] = 1;
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] += slots[kThreads - 1 - threadIdx.x];
}

__global__ void on_the_grid(int* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] += 1;
  cooperative_groups::this_grid().sync();
}

__global__ void on_the_heap(int* data) {
  int* const one = new int(1);
  data[blockIdx.x * blockDim.x + threadIdx.x] += *one;
  delete one;
}

/// KiB. proc(5), /proc/self/statm.
long resident_memory() {
  long total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * 4;
}

void count(void* calls) { ++*static_cast<int*>(calls); }

/// Eight launches that each add 1 to every element of `data`.
void round_of_launches(int* data, int* calls) {
  cudaStream_t stream, other;
  cudaEvent_t event;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&event));
  whole_block<<<kBlocks, kThreads>>>(data);
  with_barrier<<<kBlocks, kThreads, 0, stream>>>(data);
  with_barrier<<<kBlocks, kThreads, 1024, stream>>>(data);
  CHECK(cudaEventRecord(event, stream));
  CHECK(cudaStreamWaitEvent(other, event, 0));
  whole_block<<<kBlocks, kThreads, 0, other>>>(data);
  on_the_heap<<<kBlocks, kThreads, 0, other>>>(data);
  void* arguments[] = {&data};
  CHECK(
      cudaLaunchCooperativeKernel(on_the_grid, dim3(kBlocks), dim3(kThreads), arguments, 0, other));
  CHECK(cudaLaunchHostFunc(other, count, calls));
  CHECK(cudaStreamSynchronize(other));
  void *pooled, *plain, *pinned;
  CHECK(cudaMallocAsync(&pooled, 200, stream));
  CHECK(cudaMemsetAsync(pooled, 1, 200, stream));
  CHECK(cudaFreeAsync(pooled, stream));
  CHECK(cudaMalloc(&plain, 2 << 20));
  CHECK(cudaMallocHost(&pinned, 200));
  CHECK(cudaMemcpyAsync(plain, pinned, 200, cudaMemcpyHostToDevice, stream));
  with_barrier<<<kBlocks, kThreads>>>(data);
  whole_block<<<kBlocks, kThreads>>>(data);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(plain));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaEventDestroy(event));
  CHECK(cudaStreamDestroy(other));
  CHECK(cudaStreamDestroy(stream));
}

}  // namespace

int main(int, char** arguments) {
  constexpr int kPerRound = 8;
  const int rounds = std::atoi(arguments[1]) / kPerRound;
  const int warm_up = rounds / 4;
  int* data = nullptr;
  int calls = 0;
  CHECK(cudaMallocManaged(&data, kBlocks * kThreads * sizeof *data));
  CHECK(cudaMemset(data, 0, kBlocks * kThreads * sizeof *data));
  CHECK(cudaDeviceSynchronize());
  long before = 0;
  for (int i = 0; i < rounds; ++i) {
    if (i == warm_up) before = resident_memory();
    round_of_launches(data, &calls);
  }
  const long growth = resident_memory() - before;
  for (int i = 0; i < kBlocks * kThreads; ++i)
    if (data[i] != kPerRound * rounds) return 2;
  CHECK(cudaFree(data));
  std::printf("%d launches, %d host calls\n", kPerRound * rounds, calls);
  if (growth <= kMostGrowthKiB) return 0;
  std::printf("the process grew by %ld KiB\n", growth);
  return 3;
}
