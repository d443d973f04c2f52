// SPDX-License-Identifier: Apache-2.0
/// Two streams use one buffer: what the first writes is read on the second, with no event between
/// them. Repaired: the second waits for an event of the first.
#include <cstdio>

#include "../cases/memory.h"

constexpr int kCount = 64;

__global__ void square(int* values) { values[threadIdx.x] = threadIdx.x * threadIdx.x; }

__global__ void add_up(const int* values, int* total) { atomicAdd(total, values[threadIdx.x]); }

int main() {
  int* const values = cleared(kCount);
  int* const total = cleared(1);
  cudaDeviceSynchronize();
  cudaStream_t writer, reader;
  cudaStreamCreateWithFlags(&writer, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&reader, cudaStreamNonBlocking);
  square<<<1, kCount, 0, writer>>>(values);
#ifdef REPAIRED
  cudaEvent_t written;
  cudaEventCreate(&written);
  cudaEventRecord(written, writer);
  cudaStreamWaitEvent(reader, written, 0);
#endif
  add_up<<<1, kCount, 0, reader>>>(values, total);
  cudaDeviceSynchronize();
  int sum = 0;
  cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("the sum of squares is %d\n", sum);
}
