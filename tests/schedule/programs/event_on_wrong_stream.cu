// SPDX-License-Identifier: Apache-2.0
/// An event is recorded on a stream that has nothing to do with what is waited for. Repaired: it is
/// recorded on the stream that writes.
#include <cstdio>
#include <vector>

#include "../cases/memory.h"

constexpr int kCount = 64;

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  int* const source = cleared(kCount);
  int* const target = allocated(kCount);
  cudaDeviceSynchronize();
  cudaStream_t producer, consumer;
  cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking);
  cudaEvent_t ready;
  cudaEventCreate(&ready);
  fill<<<1, kCount, 0, producer>>>(source, 7);
#ifdef REPAIRED
  cudaEventRecord(ready, producer);
#else
  cudaEventRecord(ready, consumer);
#endif
  cudaStreamWaitEvent(consumer, ready, 0);
  copy<<<1, kCount, 0, consumer>>>(source, target);
  cudaStreamSynchronize(consumer);
  std::vector<int> values(kCount);
  cudaMemcpyAsync(values.data(), target, kCount * sizeof(int), cudaMemcpyDeviceToHost, consumer);
  cudaStreamSynchronize(consumer);
  std::printf("value %d\n", values[0]);
  // Status, too, tells of it.
  return values[0] == 7 ? 0 : 1;
}
