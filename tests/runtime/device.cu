// SPDX-License-Identifier: Apache-2.0
/// What the device and kernels say about themselves: properties, attributes, limits, occupancy. The
/// numbers are an H200's.
#include <cstring>

#include "expect.h"

namespace {

__constant__ int constants[4];
__global__ void plain(int* x) {
  if (x) *x = constants[0];
}
__global__ void __launch_bounds__(128) bounded(int* x) {
  if (x) *x = 1;
}
/// Uses `depth` frames of at least 1 KiB.
__device__ __noinline__ int recurse(int depth) {
  volatile char frame[1024];
  frame[depth & 1023] = 1;
  return depth == 0 ? 1 : recurse(depth - 1) + frame[depth & 1023];
}
__global__ void recurse_from_kernel(int depth, int* out) { *out = recurse(depth); }
__global__ void static_shared(int* x) {
  __shared__ int s[1024];
  s[threadIdx.x] = 1;
  *x = s[0];
}
int attribute(cudaDeviceAttr which) {
  int value = -12345;
  EXPECT_EQ(cudaDeviceGetAttribute(&value, which, 0), cudaSuccess);
  return value;
}

TEST(Device, ThereIsOne) {
  int count = 0, device = 1;
  EXPECT_CUDA_SUCCESS(cudaGetDeviceCount(&count));
  EXPECT_EQ(count, 1);
  EXPECT_CUDA_SUCCESS(cudaGetDevice(&device));
  EXPECT_EQ(device, 0);
  EXPECT_CUDA_SUCCESS(cudaSetDevice(0));
  cudaDeviceProp wanted{};
  EXPECT_CUDA_SUCCESS(cudaChooseDevice(&device, &wanted));
  EXPECT_EQ(device, 0);
}

TEST(Device, Versions) {
  int driver = 0, runtime = 0;
  EXPECT_CUDA_SUCCESS(cudaDriverGetVersion(&driver));
  EXPECT_CUDA_SUCCESS(cudaRuntimeGetVersion(&runtime));
  EXPECT_EQ(runtime, CUDART_VERSION);
  EXPECT_GE(driver, runtime);
}

TEST(Device, Properties) {
  cudaDeviceProp p;
  EXPECT_CUDA_SUCCESS(cudaGetDeviceProperties(&p, 0));
  EXPECT_STREQ(p.name, "NVIDIA H200");
  EXPECT_EQ(p.major, 9);
  EXPECT_EQ(p.minor, 0);
  EXPECT_EQ(p.multiProcessorCount, 132);
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.sharedMemPerBlock, 49152u);
  EXPECT_EQ(p.sharedMemPerBlockOptin, 232448u);
  EXPECT_EQ(p.reservedSharedMemPerBlock, 1024u);
  EXPECT_EQ(p.sharedMemPerMultiprocessor, 233472u);
  EXPECT_EQ(p.regsPerBlock, 65536);
  EXPECT_EQ(p.maxThreadsPerBlock, 1024);
  EXPECT_EQ(p.maxThreadsPerMultiProcessor, 2048);
  EXPECT_EQ(p.maxBlocksPerMultiProcessor, 32);
  EXPECT_EQ(p.maxThreadsDim[2], 64);
  EXPECT_EQ(p.maxGridSize[0], 2147483647);
  EXPECT_EQ(p.maxGridSize[1], 65535);
  EXPECT_EQ(p.totalConstMem, 65536u);
  EXPECT_EQ(p.totalGlobalMem, 150109880320u);
  EXPECT_EQ(p.l2CacheSize, 62914560);
  EXPECT_EQ(p.cooperativeLaunch, 1);
  EXPECT_EQ(p.managedMemory, 1);
  EXPECT_EQ(p.unifiedAddressing, 1);
  EXPECT_EQ(p.pageableMemoryAccess, 0);
  EXPECT_EQ(p.maxTexture2D[1], 65536);
}

TEST(Device, NamesOfEarlierVersions) {
  cudaDeviceProp p;
  EXPECT_CUDA_SUCCESS(cudaGetDeviceProperties(&p, 0));
  EXPECT_EQ(p.clockRate, attribute(cudaDevAttrClockRate));
  EXPECT_EQ(p.memoryClockRate, attribute(cudaDevAttrMemoryClockRate));
  EXPECT_EQ(p.deviceOverlap, 1);
  EXPECT_EQ(p.computeMode, cudaComputeModeDefault);
  plain<<<1, 1>>>(nullptr);
  EXPECT_CUDA_SUCCESS(cudaThreadSynchronize());
}

TEST(Device, Attributes) {
  EXPECT_EQ(attribute(cudaDevAttrMaxThreadsPerBlock), 1024);
  EXPECT_EQ(attribute(cudaDevAttrMaxGridDimZ), 65535);
  EXPECT_EQ(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin), 232448);
  EXPECT_EQ(attribute(cudaDevAttrClockRate), 1980000);
  EXPECT_EQ(attribute(cudaDevAttrAsyncEngineCount), 3);
  EXPECT_EQ(attribute(cudaDevAttrTextureAlignment), 512);
  EXPECT_EQ(attribute(cudaDevAttrMemoryPoolsSupported), 1);
  EXPECT_EQ(attribute(cudaDevAttrComputeMode), cudaComputeModeDefault);
}

TEST(Device, IsFoundByItsPlace) {
  char place[32];
  int device = 1;
  EXPECT_CUDA_SUCCESS(cudaDeviceGetPCIBusId(place, sizeof place, 0));
  EXPECT_CUDA_SUCCESS(cudaDeviceGetByPCIBusId(&device, place));
  EXPECT_EQ(device, 0);
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&device, "0000:77:00.0"));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&device, "nowhere"));
}

TEST(Device, Limits) {
  size_t value = 0;
  const auto get = [&](cudaLimit limit) {
    EXPECT_CUDA_SUCCESS(cudaDeviceGetLimit(&value, limit));
    return value;
  };
  EXPECT_EQ(get(cudaLimitStackSize), 1024u);
  EXPECT_EQ(get(cudaLimitPrintfFifoSize), 8650752u);
  EXPECT_EQ(get(cudaLimitMallocHeapSize), 8388608u);
  EXPECT_EQ(get(cudaLimitDevRuntimePendingLaunchCount), 2048u);
  EXPECT_CUDA(cudaErrorUnsupportedLimit, cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
  EXPECT_CUDA(cudaErrorUnsupportedLimit, cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimit(55), 1));
  EXPECT_CUDA_SUCCESS(cudaDeviceSetLimit(cudaLimitStackSize, 1000));
  EXPECT_EQ(get(cudaLimitStackSize), 1008u);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, 1 << 20));
  EXPECT_CUDA_SUCCESS(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1000));
  EXPECT_EQ(get(cudaLimitPrintfFifoSize), 524288u);
  EXPECT_CUDA_SUCCESS(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1000));
  EXPECT_EQ(get(cudaLimitMallocHeapSize), 4194304u);
  EXPECT_CUDA_SUCCESS(cudaDeviceReset());
  EXPECT_EQ(get(cudaLimitStackSize), 1024u);
}

TEST(Device, AGreaterStackLimitHoldsDeeperRecursion) {
  int* out;
  cudaMallocManaged(&out, 4);
  EXPECT_CUDA_SUCCESS(cudaDeviceSetLimit(cudaLimitStackSize, 500 * 1024));
  EXPECT_LAUNCH(cudaSuccess, cudaSuccess, recurse_from_kernel<<<1, 1>>>(450, out));
  EXPECT_EQ(*out, 451);
  EXPECT_CUDA_SUCCESS(cudaDeviceReset());
  cudaMallocManaged(&out, 4);
  EXPECT_LAUNCH(cudaSuccess, cudaErrorIllegalAddress, recurse_from_kernel<<<1, 1>>>(450, out));
  EXPECT_CUDA_SUCCESS(cudaDeviceReset());
}

TEST(Kernels, Attributes) {
  cudaFuncAttributes a;
  EXPECT_CUDA_SUCCESS(cudaFuncGetAttributes(&a, plain));
  EXPECT_EQ(a.sharedSizeBytes, 0u);
  EXPECT_EQ(a.constSizeBytes, 16u);
  EXPECT_EQ(a.maxThreadsPerBlock, 1024);
  EXPECT_EQ(a.binaryVersion, 90);
  EXPECT_EQ(a.maxDynamicSharedSizeBytes, 49152);
  EXPECT_EQ(a.preferredShmemCarveout, -1);
  EXPECT_CUDA_SUCCESS(cudaFuncGetAttributes(&a, bounded));
  EXPECT_EQ(a.maxThreadsPerBlock, 128);
  EXPECT_CUDA_SUCCESS(
      cudaFuncSetAttribute(static_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 228352));
  EXPECT_CUDA_SUCCESS(cudaFuncGetAttributes(&a, static_shared));
  EXPECT_EQ(a.sharedSizeBytes, 4096u);
  EXPECT_EQ(a.maxDynamicSharedSizeBytes, 228352);
}

TEST(Kernels, Names) {
  const char* name = nullptr;
  EXPECT_CUDA_SUCCESS(cudaFuncGetName(&name, plain));
  EXPECT_NE(std::strstr(name, "plain"), nullptr);
}

TEST(Occupancy, BlocksOfAMultiprocessor) {
  const auto blocks = [](auto kernel, int threads, size_t shared) {
    int count = -1;
    EXPECT_CUDA_SUCCESS(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&count, kernel, threads, shared));
    return count;
  };
  EXPECT_EQ(blocks(plain, 256, 0), 8);
  EXPECT_EQ(blocks(plain, 1, 0), 32);
  EXPECT_EQ(blocks(plain, 32, 20000), 11);
  EXPECT_EQ(blocks(plain, 2048, 0), 0);
  EXPECT_EQ(blocks(plain, 256, 49153), 0);
  EXPECT_EQ(blocks(bounded, 256, 0), 8);
  int count;
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaOccupancyMaxActiveBlocksPerMultiprocessor(&count, plain, 0, 0));
}

TEST(Occupancy, BestBlockSize) {
  int grid = 0, block = 0;
  EXPECT_CUDA_SUCCESS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain));
  EXPECT_EQ(grid, 264);
  EXPECT_EQ(block, 1024);
  EXPECT_CUDA_SUCCESS(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid, &block, plain, [](int threads) { return threads * 100; }));
  EXPECT_LE(block * 100, 49152);
  size_t bytes = 0;
  EXPECT_CUDA_SUCCESS(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 4, 256));
  EXPECT_EQ(bytes, 49152u);
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, plain, 9, 256));
}

}  // namespace
