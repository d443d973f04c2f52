// SPDX-License-Identifier: Apache-2.0
/// Streams, events, host functions: what orders work and what does not. CUDA Programming Guide,
/// "Asynchronous Concurrent Execution".
#include <set>
#include <thread>
#include <vector>

#include "expect.h"

namespace {

__global__ void append(int* log, int* length, int value) { log[(*length)++] = value; }
__global__ void set(int* x, int value) { *x = value; }
__global__ void spin_until(volatile int* flag, int value) {
  while (*flag != value) {
  }
}
__global__ void fail_after(volatile int* flag) {
  while (*flag == 0) {
  }
  *static_cast<volatile int*>(nullptr) = 1;
}
__global__ void copy_value(const int* from, int* to) { *to = *from; }

/// A list on the device that kernels append to.
class Log {
 public:
  Log() {
    cudaMallocManaged(&memory_, 4096);
    memory_[0] = 0;
  }
  ~Log() { cudaFree(memory_); }
  void add(int value, cudaStream_t stream = nullptr) {
    append<<<1, 1, 0, stream>>>(memory_ + 1, memory_, value);
  }
  std::vector<int> take() {
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    std::vector<int> values(memory_ + 1, memory_ + 1 + memory_[0]);
    memory_[0] = 0;
    return values;
  }

 private:
  int* memory_ = nullptr;
};

struct Stream {
  explicit Stream(unsigned flags = cudaStreamDefault) { cudaStreamCreateWithFlags(&handle, flags); }
  ~Stream() { cudaStreamDestroy(handle); }
  operator cudaStream_t() const { return handle; }
  cudaStream_t handle = nullptr;
};

struct Event {
  Event() { cudaEventCreate(&handle); }
  ~Event() { cudaEventDestroy(handle); }
  operator cudaEvent_t() const { return handle; }
  cudaEvent_t handle = nullptr;
};

TEST(Streams, OneRunsInOrder) {
  Log log;
  Stream stream;
  std::vector<int> expected;
  for (int i = 0; i < 200; ++i) {
    log.add(i, stream);
    expected.push_back(i);
  }
  EXPECT_EQ(log.take(), expected);
}

TEST(Streams, TwoRunInAnyOrder) {
  Log log;
  Stream a, b;
  std::set<std::vector<int>> orders;
  for (int i = 0; i < 64; ++i) {
    log.add(1, a);
    log.add(2, b);
    orders.insert(log.take());
  }
  EXPECT_EQ(orders, (std::set<std::vector<int>>{{1, 2}, {2, 1}}));
}

TEST(Streams, TheLegacyDefaultStreamWaitsForBlockingOnesAndTheyForIt) {
  Log log;
  Stream a, b;
  for (int i = 0; i < 64; ++i) {
    log.add(1, a);
    log.add(2);
    log.add(3, b);
    EXPECT_EQ(log.take(), (std::vector<int>{1, 2, 3}));
  }
}

TEST(Streams, ANonBlockingOneDoesNotWaitForTheDefaultStream) {
  Log log;
  Stream free(cudaStreamNonBlocking);
  std::set<std::vector<int>> orders;
  for (int i = 0; i < 64; ++i) {
    log.add(1);
    log.add(2, free);
    orders.insert(log.take());
  }
  EXPECT_EQ(orders.size(), 2u);
}

TEST(Streams, EventsOrderStreams) {
  Log log;
  Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  Event event;
  for (int i = 0; i < 64; ++i) {
    log.add(1, a);
    EXPECT_CUDA_SUCCESS(cudaEventRecord(event, a));
    EXPECT_CUDA_SUCCESS(cudaStreamWaitEvent(b, event, 0));
    log.add(2, b);
    EXPECT_EQ(log.take(), (std::vector<int>{1, 2}));
  }
}

TEST(Streams, AWaitMeansTheRecordBeforeIt) {
  Log log;
  Stream a(cudaStreamNonBlocking), b(cudaStreamNonBlocking);
  Event event;
  std::set<std::vector<int>> orders;
  for (int i = 0; i < 64; ++i) {
    cudaEventRecord(event, a);
    cudaStreamWaitEvent(b, event, 0);
    log.add(1, a);
    cudaEventRecord(event, a);
    log.add(2, b);
    orders.insert(log.take());
  }
  EXPECT_EQ(orders.size(), 2u);
}

TEST(Streams, SynchronizingAnEventFinishesWhatCameBeforeIt) {
  int* x;
  cudaHostAlloc(&x, 4, cudaHostAllocDefault);
  Stream stream;
  Event event;
  for (int i = 1; i <= 64; ++i) {
    set<<<1, 1, 0, stream>>>(x, i);
    cudaEventRecord(event, stream);
    set<<<1, 1, 0, stream>>>(x, -i);
    ASSERT_EQ(cudaEventSynchronize(event), cudaSuccess);
    const int seen = *static_cast<volatile int*>(x);
    EXPECT_TRUE(seen == i || seen == -i) << seen;
    cudaStreamSynchronize(stream);
    EXPECT_EQ(*x, -i);
  }
  cudaFreeHost(x);
}

TEST(Streams, AHostThatReadsTooEarlyCanSeeIt) {
  int* x;
  cudaHostAlloc(&x, 4, cudaHostAllocDefault);
  Stream stream;
  int early = 0;
  for (int i = 1; i <= 64; ++i) {
    set<<<1, 1, 0, stream>>>(x, i);
    early += *static_cast<volatile int*>(x) != i;
    cudaStreamSynchronize(stream);
  }
  EXPECT_GT(early, 0);
  cudaFreeHost(x);
}

TEST(Streams, PollingFinishesThem) {
  int* x;
  cudaMalloc(&x, 4);
  Stream stream;
  Event event;
  set<<<1, 1, 0, stream>>>(x, 1);
  cudaEventRecord(event, stream);
  while (cudaEventQuery(event) == cudaErrorNotReady) {
  }
  set<<<1, 1, 0, stream>>>(x, 2);
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  cudaFree(x);
}

TEST(Streams, AKernelMayWaitForTheHost) {
  int* flag;
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
  *flag = 0;
  Stream stream;
  Event event;
  spin_until<<<1, 1, 0, stream>>>(flag, 1);
  EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
  EXPECT_CUDA_SUCCESS(cudaEventRecord(event, stream));
  EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
  float milliseconds;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, event, event), cudaErrorNotReady);
  __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
  EXPECT_CUDA_SUCCESS(cudaStreamSynchronize(stream));
  EXPECT_CUDA_SUCCESS(cudaEventElapsedTime(&milliseconds, event, event));
  EXPECT_EQ(milliseconds, 0);
  cudaFreeHost(flag);
}

TEST(Streams, TheHostMayWaitForAKernelWithoutACall) {
  int* flag;
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
  *flag = 0;
  set<<<1, 1>>>(flag, 1);
  while (__atomic_load_n(flag, __ATOMIC_SEQ_CST) == 0) {
  }
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  cudaFreeHost(flag);
}

TEST(Streams, ACopyPassesAKernelThatWaitsForIt) {
  int *flag, *one;
  cudaMalloc(&flag, 4);
  cudaHostAlloc(&one, 4, cudaHostAllocDefault);
  *one = 1;
  cudaMemset(flag, 0, 4);
  cudaDeviceSynchronize();
  Stream kernels(cudaStreamNonBlocking), copies(cudaStreamNonBlocking);
  spin_until<<<1, 1, 0, kernels>>>(flag, 1);
  EXPECT_CUDA_SUCCESS(cudaMemcpyAsync(flag, one, 4, cudaMemcpyHostToDevice, copies));
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  cudaFree(flag);
  cudaFreeHost(one);
}

TEST(Streams, WorkOfADestroyedOneStillRuns) {
  Log log;
  for (int i = 0; i < 8; ++i) {
    Stream stream;
    log.add(7, stream);
  }
  EXPECT_EQ(log.take(), std::vector<int>(8, 7));
}

TEST(Streams, EachThreadHasItsOwnDefaultStream) {
  Log log;
  std::set<std::vector<int>> orders;
  unsigned long long own = 0, other = 0;
  cudaStreamGetId(cudaStreamPerThread, &own);
  std::thread([&] { cudaStreamGetId(cudaStreamPerThread, &other); }).join();
  EXPECT_NE(own, other);
  for (int i = 0; i < 64; ++i) {
    log.add(1, cudaStreamPerThread);
    std::thread([&] { log.add(2, cudaStreamPerThread); }).join();
    orders.insert(log.take());
  }
  EXPECT_EQ(orders.size(), 2u);
}

TEST(Streams, FlagsAndPriorities) {
  int least = 1, greatest = 1, priority = 1;
  unsigned flags = 0;
  EXPECT_CUDA_SUCCESS(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT_EQ(least, 0);
  EXPECT_EQ(greatest, -5);
  cudaStream_t stream;
  EXPECT_CUDA_SUCCESS(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -100));
  EXPECT_CUDA_SUCCESS(cudaStreamGetPriority(stream, &priority));
  EXPECT_EQ(priority, -5);
  EXPECT_CUDA_SUCCESS(cudaStreamGetFlags(stream, &flags));
  EXPECT_EQ(flags, cudaStreamNonBlocking);
  EXPECT_CUDA_SUCCESS(cudaStreamDestroy(stream));
  EXPECT_CUDA_SUCCESS(cudaStreamGetPriority(nullptr, &priority));
  EXPECT_EQ(priority, 0);
}

struct Call {
  int* x;
  int seen = 0;
  cudaError_t inside = cudaSuccess;
  cudaError_t status = cudaErrorUnknown;
};

void CUDART_CB host_function(void* data) {
  auto& call = *static_cast<Call*>(data);
  call.seen = *call.x;
  call.inside = cudaStreamQuery(nullptr);
}

void CUDART_CB callback(cudaStream_t, cudaError_t status, void* data) {
  auto& call = *static_cast<Call*>(data);
  call.seen = *call.x;
  call.status = status;
}

TEST(HostFunctions, TakeTheirTurnAndMayNotCallTheRuntime) {
  Call call;
  cudaMallocManaged(&call.x, 4);
  Stream stream;
  set<<<1, 1, 0, stream>>>(call.x, 1);
  EXPECT_CUDA_SUCCESS(cudaLaunchHostFunc(stream, host_function, &call));
  set<<<1, 1, 0, stream>>>(call.x, 2);
  EXPECT_CUDA_SUCCESS(cudaStreamSynchronize(stream));
  EXPECT_EQ(call.seen, 1);
  EXPECT_EQ(call.inside, cudaErrorNotPermitted);
  EXPECT_CUDA_SUCCESS(cudaStreamAddCallback(stream, callback, &call, 0));
  EXPECT_CUDA_SUCCESS(cudaStreamSynchronize(stream));
  EXPECT_EQ(call.seen, 2);
  EXPECT_EQ(call.status, cudaSuccess);
  cudaFree(call.x);
}

TEST(HostFunctions, OnlyCallbacksAreCalledAfterAnError) {
  int value = 5;
  Call function{&value}, added{&value};
  int* flag;
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
  *flag = 0;
  fail_after<<<1, 1>>>(flag);
  cudaLaunchHostFunc(nullptr, host_function, &function);
  cudaStreamAddCallback(nullptr, callback, &added, 0);
  __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(function.seen, 0);
  EXPECT_EQ(added.seen, 5);
  EXPECT_EQ(added.status, cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  cudaGetLastError();
}

TEST(Copies, FromPageableMemoryTakeItsValueAtOnce) {
  int *device, host = 0, result = 0;
  cudaMalloc(&device, 4);
  Stream stream;
  for (int i = 1; i <= 32; ++i) {
    host = i;
    cudaMemcpyAsync(device, &host, 4, cudaMemcpyHostToDevice, stream);
    host = -1;
    cudaMemcpyAsync(&result, device, 4, cudaMemcpyDeviceToHost, stream);
    EXPECT_EQ(result, i);  // and those to it are done on return
  }
  cudaFree(device);
}

TEST(Copies, FromPinnedMemoryTakeItsValueLater) {
  int *device, *pinned, late = 0;
  cudaMalloc(&device, 4);
  cudaMallocHost(&pinned, 4);
  Stream stream;
  for (int i = 1; i <= 64; ++i) {
    *pinned = i;
    cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, stream);
    *pinned = -1;
    int result = 0;
    cudaMemcpyAsync(&result, device, 4, cudaMemcpyDeviceToHost, stream);
    late += result == -1;
  }
  EXPECT_GT(late, 0);
  cudaFree(device);
  cudaFreeHost(pinned);
}

TEST(Copies, BetweenDeviceMemoryDoNotKeepTheHostWaiting) {
  int *from, *to, *flag;
  cudaMalloc(&from, 4);
  cudaMalloc(&to, 4);
  cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
  *flag = 0;
  spin_until<<<1, 1>>>(flag, 1);
  set<<<1, 1>>>(from, 3);
  EXPECT_CUDA_SUCCESS(cudaMemcpy(to, from, 4, cudaMemcpyDeviceToDevice));
  __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
  int result = 0;
  EXPECT_CUDA_SUCCESS(cudaMemcpy(&result, to, 4, cudaMemcpyDeviceToHost));
  EXPECT_EQ(result, 3);
  cudaFree(from);
  cudaFree(to);
  cudaFreeHost(flag);
}

TEST(Launches, ManyWithoutWaiting) {
  int* x;
  cudaMalloc(&x, 4);
  for (int i = 0; i < 5000; ++i) set<<<1, 1>>>(x, i);
  int result = 0;
  EXPECT_CUDA_SUCCESS(cudaMemcpy(&result, x, 4, cudaMemcpyDeviceToHost));
  EXPECT_EQ(result, 4999);
  cudaFree(x);
}

TEST(Launches, FromSeveralThreads) {
  constexpr int kThreads = 4;
  int* x;
  cudaMallocManaged(&x, kThreads * sizeof(int));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([=] {
      cudaStream_t stream;
      cudaStreamCreate(&stream);
      for (int i = 0; i <= 100; ++i) {
        set<<<1, 1, 0, stream>>>(x + t, i);
        cudaStreamSynchronize(stream);
      }
      cudaStreamDestroy(stream);
    });
  for (auto& thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) EXPECT_EQ(x[t], 100);
  cudaFree(x);
}

TEST(Launches, WithAttributes) {
  int *from, *to;
  cudaMallocManaged(&from, 4);
  cudaMallocManaged(&to, 4);
  *from = 11;
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeCooperative;
  attributes[0].val.cooperative = 1;
  attributes[1].id = cudaLaunchAttributePriority;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1);
  config.blockDim = dim3(1);
  config.attrs = attributes;
  config.numAttrs = 2;
  EXPECT_CUDA_SUCCESS(cudaLaunchKernelEx(&config, copy_value, from, to));
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  EXPECT_EQ(*to, 11);
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {2, 1, 1};
  EXPECT_CUDA(cudaErrorNotSupported, cudaLaunchKernelEx(&config, copy_value, from, to));
  cudaFree(from);
  cudaFree(to);
}

}  // namespace
