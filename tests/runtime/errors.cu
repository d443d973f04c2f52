// SPDX-License-Identifier: Apache-2.0
/// Errors of calls and launches. Every expected value is what an H200 answered (CUDA 13.0).
#include <cstdlib>
#include <vector>

#include "expect.h"

namespace {

__global__ void store(float* x) {
  if (x) x[0] = 1;
}
__global__ void __launch_bounds__(128) bounded(float* x) {
  if (x) x[0] = 1;
}
__global__ void dynamic_shared(float* x) {
  extern __shared__ float s[];
  s[threadIdx.x] = 1;
  x[0] = s[0];
}
__global__ void static_shared(float* x) {
  __shared__ float s[1024];
  s[threadIdx.x] = 1;
  x[0] = s[0];
}
__global__ void trap() { __trap(); }
__global__ void failed_assertion(int zero) { assert(zero != 0); }

int host_variable;

/// Restores the device after a test, whatever it did.
class Errors : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(cudaMalloc(&device_, 4096), cudaSuccess); }
  void TearDown() override {
    EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
    cudaGetLastError();
  }

  float* device_ = nullptr;
  float host_[1024] = {};
};

TEST_F(Errors, Malloc) {
  void* p = this;
  EXPECT_CUDA_SUCCESS(cudaMalloc(&p, 0));
  EXPECT_EQ(p, nullptr);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMalloc(static_cast<void**>(nullptr), 4));
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaMalloc(&p, 1ull << 50));
}

TEST_F(Errors, Free) {
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(reinterpret_cast<void*>(0x1234)));
  EXPECT_CUDA_SUCCESS(cudaFree(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(device_ + 1));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(host_));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFreeHost(device_));
  EXPECT_CUDA_SUCCESS(cudaFreeHost(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFreeHost(host_));
  EXPECT_CUDA_SUCCESS(cudaFree(device_));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(device_));
}

TEST_F(Errors, CopyKinds) {
  float* const d = device_;
  EXPECT_CUDA(cudaErrorInvalidMemcpyDirection, cudaMemcpy(host_, d, 40, cudaMemcpyKind(9)));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(host_, d, 40, cudaMemcpyHostToDevice));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpyAsync(host_, d, 40, cudaMemcpyHostToDevice));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(d, host_, 4, cudaMemcpyDeviceToDevice));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(d, host_, 4, cudaMemcpyDeviceToHost));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(host_, host_ + 1, 4, cudaMemcpyHostToDevice));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(host_, host_ + 1, 4, cudaMemcpyDeviceToDevice));
  // Kinds are claims about the device's side only.
  EXPECT_CUDA_SUCCESS(cudaMemcpy(host_, d, 4, cudaMemcpyHostToHost));
  EXPECT_CUDA_SUCCESS(cudaMemcpy(d, d + 4, 4, cudaMemcpyDeviceToHost));
  EXPECT_CUDA_SUCCESS(cudaMemcpy(d, d + 4, 4, cudaMemcpyHostToDevice));
  EXPECT_CUDA_SUCCESS(cudaMemcpy(host_, host_ + 1, 4, cudaMemcpyDefault));
}

TEST_F(Errors, CopyRanges) {
  float* const d = device_;
  static float large[4096];
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(d, large, 8192, cudaMemcpyDefault));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(large, d + 1, 4096, cudaMemcpyDeviceToHost));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(nullptr, host_, 4, cudaMemcpyHostToDevice));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(nullptr, host_, 4, cudaMemcpyDefault));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(nullptr, d, 4, cudaMemcpyDeviceToHost));
  EXPECT_CUDA_SUCCESS(cudaMemcpy(d, host_, 0, cudaMemcpyHostToDevice));
  EXPECT_CUDA_SUCCESS(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  EXPECT_CUDA_SUCCESS(cudaMemcpy(d, host_, 0, cudaMemcpyKind(9)));
  EXPECT_CUDA_SUCCESS(cudaFree(d));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(d, host_, 4, cudaMemcpyHostToDevice));
}

TEST_F(Errors, PitchedCopies) {
  constexpr auto kind = cudaMemcpyHostToDevice;
  EXPECT_CUDA(cudaErrorInvalidPitchValue, cudaMemcpy2D(device_, 8, host_, 8, 16, 2, kind));
  EXPECT_CUDA(cudaErrorInvalidPitchValue, cudaMemcpy2D(device_, 16, host_, 8, 16, 2, kind));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy2D(device_, 2048, host_, 16, 16, 3, kind));
  EXPECT_CUDA_SUCCESS(cudaMemcpy2D(device_, 16, host_, 16, 16, 2, kind));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemset2D(device_, 8, 0, 16, 2));
}

TEST_F(Errors, Memset) {
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemset(device_, 0, 8192));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemset(host_, 0, 4));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemset(nullptr, 0, 4));
  EXPECT_CUDA_SUCCESS(cudaMemset(nullptr, 0, 0));
}

TEST_F(Errors, Devices) {
  int value = 0;
  cudaDeviceProp properties;
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaSetDevice(7));
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaSetDevice(-1));
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, 5));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetDeviceProperties(nullptr, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDeviceGetAttribute(&value, cudaDeviceAttr(777), 0));
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 3));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetDevice(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetDeviceCount(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaSetDeviceFlags(0x4000));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleYield));
  EXPECT_CUDA_SUCCESS(cudaSetDeviceFlags(cudaDeviceMapHost));
}

TEST_F(Errors, Peers) {
  int value = 1;
  EXPECT_CUDA_SUCCESS(cudaDeviceCanAccessPeer(&value, 0, 0));
  EXPECT_EQ(value, 0);
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, 0, 1));
  EXPECT_CUDA(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
  EXPECT_CUDA(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(0));
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(1, 0));
}

TEST_F(Errors, LaunchShapes) {
  constexpr cudaError_t bad = cudaErrorInvalidValue;
  EXPECT_LAUNCH(bad, cudaSuccess, store<<<0, 1>>>(device_));
  EXPECT_LAUNCH(bad, cudaSuccess, store<<<1, 0>>>(device_));
  EXPECT_LAUNCH(bad, cudaSuccess, store<<<1, 1025>>>(device_));
  EXPECT_LAUNCH(bad, cudaSuccess, store<<<1, dim3(1, 1, 65)>>>(device_));
  EXPECT_LAUNCH(bad, cudaSuccess, store<<<1, dim3(1, 1024, 2)>>>(device_));
  EXPECT_LAUNCH(bad, cudaSuccess, store<<<dim3(1, 65536), 1>>>(device_));
  EXPECT_LAUNCH(bad, cudaSuccess, store<<<dim3(2147483648u), 1>>>(nullptr));
  EXPECT_LAUNCH(cudaSuccess, cudaSuccess, store<<<dim3(1 << 22), 1>>>(nullptr));
  EXPECT_LAUNCH(bad, cudaSuccess, bounded<<<1, 129>>>(device_));
  EXPECT_LAUNCH(cudaSuccess, cudaSuccess, bounded<<<1, 128>>>(device_));
}

TEST_F(Errors, LaunchesOfNoKernel) {
  void* arguments[] = {&device_};
  EXPECT_CUDA(cudaErrorInvalidDeviceFunction,
              cudaLaunchKernel(static_cast<const void*>(nullptr), dim3(1), dim3(1), arguments));
  EXPECT_CUDA(
      cudaErrorInvalidResourceHandle,
      cudaLaunchKernel(static_cast<const void*>(&host_variable), dim3(1), dim3(1), arguments));
}

TEST_F(Errors, SharedMemory) {
  constexpr auto attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;
  EXPECT_LAUNCH(cudaSuccess, cudaSuccess, dynamic_shared<<<1, 32, 49152>>>(device_));
  EXPECT_LAUNCH(cudaErrorInvalidValue, cudaSuccess, dynamic_shared<<<1, 32, 49153>>>(device_));
  EXPECT_LAUNCH(cudaErrorInvalidValue, cudaSuccess, dynamic_shared<<<1, 32, 300000>>>(device_));
  EXPECT_CUDA_SUCCESS(cudaFuncSetAttribute(dynamic_shared, attribute, 232448));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFuncSetAttribute(dynamic_shared, attribute, 232449));
  EXPECT_LAUNCH(cudaSuccess, cudaSuccess, dynamic_shared<<<1, 32, 232448>>>(device_));
}

TEST_F(Errors, StaticAndDynamicSharedMemoryTogether) {
  constexpr auto attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;
  EXPECT_LAUNCH(cudaSuccess, cudaSuccess, static_shared<<<1, 1024, 45056>>>(device_));
  EXPECT_LAUNCH(cudaErrorInvalidValue, cudaSuccess, static_shared<<<1, 1024, 45057>>>(device_));
  EXPECT_CUDA_SUCCESS(cudaFuncSetAttribute(static_shared, attribute, 232448 - 4096));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFuncSetAttribute(static_shared, attribute, 232448 - 4095));
}

TEST_F(Errors, FunctionAttributes) {
  constexpr auto shared = cudaFuncAttributeMaxDynamicSharedMemorySize;
  constexpr auto carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
  cudaFuncAttributes attributes;
  const auto* no_kernel = static_cast<const void*>(&host_variable);
  const auto* null = static_cast<const void*>(nullptr);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFuncSetAttribute(store, shared, -1));
  EXPECT_CUDA(cudaErrorInvalidDeviceFunction, cudaFuncSetAttribute(null, shared, 1));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaFuncSetAttribute(no_kernel, shared, 1));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFuncSetAttribute(store, cudaFuncAttribute(77), 1));
  EXPECT_CUDA_SUCCESS(cudaFuncSetAttribute(store, carveout, 50));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFuncSetAttribute(store, carveout, 101));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaFuncGetAttributes(&attributes, no_kernel));
}

TEST_F(Errors, CooperativeLaunches) {
  void* arguments[] = {&device_};
  const auto launch = [&](dim3 grid, dim3 block) {
    return cudaLaunchCooperativeKernel(store, grid, block, arguments);
  };
  EXPECT_CUDA_SUCCESS(launch(132 * 32, 32));
  EXPECT_CUDA(cudaErrorCooperativeLaunchTooLarge, launch(132 * 32 + 1, 32));
  EXPECT_CUDA(cudaErrorInvalidValue, launch(0, 32));
  EXPECT_CUDA(cudaErrorInvalidValue, launch(1, 2048));
}

TEST_F(Errors, Events) {
  cudaEvent_t event, other, untimed;
  float milliseconds;
  EXPECT_CUDA(cudaErrorInvalidResourceHandle,
              cudaEventElapsedTime(&milliseconds, nullptr, nullptr));
  EXPECT_CUDA_SUCCESS(cudaEventCreate(&event));
  EXPECT_CUDA_SUCCESS(cudaEventCreate(&other));
  EXPECT_CUDA_SUCCESS(cudaEventCreate(&untimed, cudaEventDisableTiming));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, event, other));
  EXPECT_CUDA_SUCCESS(cudaEventQuery(event));
  EXPECT_CUDA_SUCCESS(cudaEventSynchronize(event));
  EXPECT_CUDA_SUCCESS(cudaEventRecord(event));
  EXPECT_CUDA_SUCCESS(cudaEventRecord(untimed));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, event, other));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, event, untimed));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventElapsedTime(nullptr, event, event));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(nullptr, nullptr, 0));
  EXPECT_CUDA_SUCCESS(cudaStreamWaitEvent(nullptr, other, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventRecord(nullptr));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventSynchronize(nullptr));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventQuery(nullptr));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventDestroy(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventCreate(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaEventCreateWithFlags(&other, 0x80));
}

TEST_F(Errors, Streams) {
  cudaStream_t stream;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaStreamCreate(nullptr));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 7));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaStreamDestroy(nullptr));
  EXPECT_CUDA_SUCCESS(cudaStreamCreate(&stream));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaStreamAddCallback(stream, nullptr, nullptr, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaLaunchHostFunc(stream, nullptr, nullptr));
  EXPECT_CUDA_SUCCESS(cudaStreamDestroy(stream));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaStreamDestroy(stream));
}

TEST_F(Errors, StickyAfterAHostPointer) {
  EXPECT_LAUNCH(cudaSuccess, cudaErrorIllegalAddress, store<<<1, 1>>>(host_));
  void* p;
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaMemcpy(host_, device_, 4, cudaMemcpyDefault));
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaMalloc(&p, 4));
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaFree(nullptr));
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaHostAlloc(&p, 4, 0));
  cudaEvent_t event;
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaEventCreate(&event));
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaFuncSetCacheConfig(store, cudaFuncCachePreferL1));
  EXPECT_LAUNCH(cudaErrorIllegalAddress, cudaErrorIllegalAddress, store<<<0, 1>>>(nullptr));
  // These do not need the device to be well.
  int value;
  cudaDeviceProp properties;
  EXPECT_CUDA_SUCCESS(cudaGetDevice(&value));
  EXPECT_CUDA_SUCCESS(cudaGetDeviceCount(&value));
  EXPECT_CUDA_SUCCESS(cudaSetDevice(0));
  EXPECT_CUDA_SUCCESS(cudaDriverGetVersion(&value));
  EXPECT_CUDA_SUCCESS(cudaGetDeviceProperties(&properties, 0));
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  // Unlike on the machine that was asked, the device is there again after a reset.
  EXPECT_CUDA_SUCCESS(cudaDeviceReset());
  EXPECT_CUDA_SUCCESS(cudaMalloc(&p, 4));
  EXPECT_LAUNCH(cudaSuccess, cudaSuccess, store<<<1, 1>>>(static_cast<float*>(p)));
}

TEST_F(Errors, KernelsThatEndThemselves) {
  EXPECT_LAUNCH(cudaSuccess, cudaErrorLaunchFailure, trap<<<1, 1>>>());
  EXPECT_CUDA_SUCCESS(cudaDeviceReset());
  EXPECT_LAUNCH(cudaSuccess, cudaErrorAssert, failed_assertion<<<1, 1>>>(0));
}

TEST_F(Errors, NullPointer) {
  EXPECT_LAUNCH(cudaSuccess, cudaErrorIllegalAddress, dynamic_shared<<<1, 1, 4>>>(nullptr));
}

TEST_F(Errors, TheLastOneStaysUntilItIsRead) {
  EXPECT_EQ(cudaSetDevice(7), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(ErrorTexts, NamesAndTexts) {
  EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(cudaGetErrorString(cudaSuccess), "no error");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_STREQ(cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered");
  EXPECT_STREQ(cudaGetErrorName(cudaErrorApiFailureBase), "cudaErrorApiFailureBase");
  EXPECT_STREQ(cudaGetErrorName(cudaError_t(11)), "unrecognized error code");
  EXPECT_STREQ(cudaGetErrorString(cudaError_t(11)), "unrecognized error code");
}

}  // namespace
