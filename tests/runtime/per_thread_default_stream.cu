// SPDX-License-Identifier: Apache-2.0
/// Compiled with --default-stream per-thread: the default stream is the thread's own.
#include <set>
#include <thread>
#include <vector>

#include "expect.h"

namespace {

__global__ void append(int* log, int* length, int value) { log[(*length)++] = value; }

unsigned long long id_of(cudaStream_t stream) {
  unsigned long long id = 0;
  EXPECT_EQ(cudaStreamGetId(stream, &id), cudaSuccess);
  return id;
}

TEST(PerThreadDefaultStream, IsTheDefault) {
  EXPECT_EQ(id_of(nullptr), id_of(cudaStreamPerThread));
  EXPECT_NE(id_of(nullptr), id_of(cudaStreamLegacy));
  unsigned long long other = 0;
  std::thread([&] { other = id_of(nullptr); }).join();
  EXPECT_NE(id_of(nullptr), other);
}

TEST(PerThreadDefaultStream, ThreadsDoNotWaitForEachOther) {
  int* memory;
  cudaMallocManaged(&memory, 64);
  std::set<std::vector<int>> orders;
  for (int i = 0; i < 64; ++i) {
    memory[0] = 0;
    append<<<1, 1>>>(memory + 1, memory, 1);
    std::thread([&] { append<<<1, 1>>>(memory + 1, memory, 2); }).join();
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    orders.insert({memory[1], memory[2]});
  }
  EXPECT_EQ(orders, (std::set<std::vector<int>>{{1, 2}, {2, 1}}));
  cudaFree(memory);
}

TEST(PerThreadDefaultStream, CopiesAndFillsGoThere) {
  int *device, result = 0, value = 5;
  cudaMalloc(&device, 8);
  EXPECT_CUDA_SUCCESS(cudaMemset(device, 0, 8));
  EXPECT_CUDA_SUCCESS(cudaMemcpy(device, &value, 4, cudaMemcpyHostToDevice));
  EXPECT_CUDA_SUCCESS(cudaMemcpyAsync(&result, device, 4, cudaMemcpyDeviceToHost));
  EXPECT_EQ(result, 5);
  cudaFree(device);
}

}  // namespace
