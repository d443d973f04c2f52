// SPDX-License-Identifier: Apache-2.0
/// Device, pinned, registered and managed memory; pitched memory; symbols; stream-ordered
/// allocation. Numbers and errors are an H200's.
#include <cstring>
#include <numeric>
#include <vector>

#include "expect.h"

namespace {

__device__ int variable[4] = {1, 2, 3, 4};
__constant__ int constant[4] = {5, 6, 7, 8};
__managed__ int managed = 9;
__device__ int* pointer_to_variable = variable + 2;
int host_variable;

__global__ void sum_variables(int* out) {
  *out = variable[0] + constant[1] + managed + *pointer_to_variable;
}
__global__ void increment(int* x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) ++x[i];
}

cudaPointerAttributes attributes_of(const void* pointer) {
  cudaPointerAttributes attributes;
  EXPECT_EQ(cudaPointerGetAttributes(&attributes, pointer), cudaSuccess);
  return attributes;
}

void expect_attributes(void* pointer, cudaMemoryType type, int device, void* on_device,
                       void* on_host) {
  const cudaPointerAttributes attributes = attributes_of(pointer);
  EXPECT_EQ(attributes.type, type);
  EXPECT_EQ(attributes.device, device);
  EXPECT_EQ(attributes.devicePointer, on_device);
  EXPECT_EQ(attributes.hostPointer, on_host);
}

TEST(DeviceMemory, IsAlignedAndCounted) {
  size_t before, after, total;
  EXPECT_CUDA_SUCCESS(cudaMemGetInfo(&before, &total));
  EXPECT_EQ(total, 150109880320u);
  void* p;
  EXPECT_CUDA_SUCCESS(cudaMalloc(&p, 1 << 20));
  EXPECT_EQ(reinterpret_cast<size_t>(p) % 256, 0u);
  EXPECT_CUDA_SUCCESS(cudaMemGetInfo(&after, &total));
  EXPECT_EQ(before - after, 1u << 20);
  EXPECT_CUDA_SUCCESS(cudaFree(p));
  EXPECT_CUDA_SUCCESS(cudaMemGetInfo(&after, &total));
  EXPECT_EQ(before, after);
}

TEST(DeviceMemory, ExhaustsAtTheDevicesSize) {
  void *most, *rest;
  EXPECT_CUDA_SUCCESS(cudaMalloc(&most, 150000000000));
  EXPECT_CUDA(cudaErrorMemoryAllocation, cudaMalloc(&rest, 150000000));
  EXPECT_CUDA_SUCCESS(cudaFree(most));
  EXPECT_CUDA_SUCCESS(cudaMalloc(&rest, 150000000));
  EXPECT_CUDA_SUCCESS(cudaFree(rest));
}

TEST(DeviceMemory, PitchIsAMultipleOf512) {
  for (size_t width : {1, 100, 512, 513, 1000, 4097}) {
    char* p;
    size_t pitch;
    EXPECT_CUDA_SUCCESS(cudaMallocPitch(&p, &pitch, width, 3));
    EXPECT_EQ(pitch, (width + 511) / 512 * 512);
    EXPECT_CUDA_SUCCESS(cudaMemset2D(p, pitch, 1, width, 3));
    EXPECT_CUDA_SUCCESS(cudaFree(p));
  }
  void* p;
  size_t pitch = 1;
  EXPECT_CUDA_SUCCESS(cudaMallocPitch(&p, &pitch, 0, 3));
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(pitch, 0u);
}

TEST(DeviceMemory, RowsAreCopiedBetweenPitches) {
  int source[3][5], result[3][7] = {};
  std::iota(&source[0][0], &source[0][0] + 15, 0);
  int* p;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, sizeof source[0], 3);
  EXPECT_CUDA_SUCCESS(
      cudaMemcpy2D(p, pitch, source, sizeof source[0], 20, 3, cudaMemcpyHostToDevice));
  EXPECT_CUDA_SUCCESS(
      cudaMemcpy2D(result, sizeof result[0], p, pitch, 20, 3, cudaMemcpyDeviceToHost));
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 7; ++x) EXPECT_EQ(result[y][x], x < 5 ? source[y][x] : 0);
  cudaFree(p);
}

TEST(DeviceMemory, BoxesAreCopiedAndFilled) {
  cudaPitchedPtr p;
  const cudaExtent extent = make_cudaExtent(100, 3, 2);
  EXPECT_CUDA_SUCCESS(cudaMalloc3D(&p, extent));
  EXPECT_EQ(p.pitch, 512u);
  EXPECT_EQ(p.xsize, 100u);
  EXPECT_EQ(p.ysize, 3u);
  EXPECT_CUDA_SUCCESS(cudaMemset3D(p, 7, extent));
  std::vector<unsigned char> host(600, 1);
  cudaMemcpy3DParms parameters{};
  parameters.srcPtr = p;
  parameters.srcPos = make_cudaPos(10, 1, 0);
  parameters.dstPtr = make_cudaPitchedPtr(host.data(), 100, 100, 3);
  parameters.dstPos = make_cudaPos(0, 2, 1);
  parameters.extent = make_cudaExtent(50, 1, 1);
  parameters.kind = cudaMemcpyDeviceToHost;
  EXPECT_CUDA_SUCCESS(cudaMemcpy3D(&parameters));
  for (size_t i = 0; i < host.size(); ++i) EXPECT_EQ(host[i], i >= 500 && i < 550 ? 7 : 1) << i;

  cudaMemcpy3DPeerParms peer{};
  peer.srcPtr = p;
  peer.dstPtr = make_cudaPitchedPtr(host.data(), 100, 100, 3);
  peer.extent = make_cudaExtent(100, 2, 1);
  EXPECT_CUDA_SUCCESS(cudaMemcpy3DPeer(&peer));
  EXPECT_CUDA_SUCCESS(cudaMemcpy3DPeerAsync(&peer));
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  for (size_t i = 0; i < 300; ++i) EXPECT_EQ(host[i], i < 200 ? 7 : 1) << i;
  peer.dstDevice = 1;
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaMemcpy3DPeer(&peer));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy3DPeer(nullptr));

  parameters.srcArray = reinterpret_cast<cudaArray_t>(&host);
  EXPECT_CUDA(cudaErrorNotSupported, cudaMemcpy3D(&parameters));
  cudaFree(p.ptr);
}

TEST(Pointers, AttributesSayWhatTheyPointTo) {
  char stack[4];
  void *device, *pinned, *managed_memory;
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed_memory, 64);
  expect_attributes(device, cudaMemoryTypeDevice, 0, device, nullptr);
  void* inside = static_cast<char*>(device) + 4;
  expect_attributes(inside, cudaMemoryTypeDevice, 0, inside, nullptr);
  expect_attributes(pinned, cudaMemoryTypeHost, 0, pinned, pinned);
  expect_attributes(managed_memory, cudaMemoryTypeManaged, 0, managed_memory, managed_memory);
  expect_attributes(stack, cudaMemoryTypeUnregistered, -2, nullptr, stack);
  expect_attributes(nullptr, cudaMemoryTypeUnregistered, -2, nullptr, nullptr);
  cudaFree(device);
  expect_attributes(device, cudaMemoryTypeUnregistered, -2, nullptr, device);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(pinned));
  cudaFreeHost(pinned);
  cudaFree(managed_memory);
}

TEST(HostMemory, PinnedIsMapped) {
  int* p;
  int* on_device;
  unsigned flags = 0;
  EXPECT_CUDA_SUCCESS(cudaHostAlloc(&p, 64 * sizeof(int), cudaHostAllocDefault));
  EXPECT_CUDA_SUCCESS(cudaHostGetDevicePointer(&on_device, p, 0));
  EXPECT_EQ(p, on_device);
  EXPECT_CUDA_SUCCESS(cudaHostGetFlags(&flags, p));
  EXPECT_EQ(flags, cudaHostAllocMapped);
  std::fill(p, p + 64, 1);
  increment<<<1, 32>>>(on_device, 64);
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  EXPECT_EQ(p[63], 2);
  EXPECT_CUDA_SUCCESS(cudaFreeHost(p));
  EXPECT_CUDA_SUCCESS(cudaHostAlloc(&p, 0, 0));
  EXPECT_EQ(p, nullptr);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaHostAlloc(&p, 4, 0x80));
}

TEST(HostMemory, RegisteredIsMappedUntilItIsNot) {
  std::vector<int> memory(2048, 1);
  int* const p = memory.data();
  void* on_device;
  EXPECT_CUDA_SUCCESS(cudaHostRegister(p, 8192, 0));
  EXPECT_EQ(attributes_of(p + 4).type, cudaMemoryTypeHost);
  EXPECT_CUDA(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(p, 8192, 0));
  EXPECT_CUDA(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(p + 1024, 4096, 0));
  EXPECT_CUDA_SUCCESS(cudaHostGetDevicePointer(&on_device, p, 0));
  EXPECT_EQ(on_device, p);
  increment<<<1, 32>>>(p, 2048);
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  EXPECT_EQ(memory[2047], 2);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFreeHost(p));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaHostUnregister(p + 2));
  EXPECT_CUDA_SUCCESS(cudaHostUnregister(p));
  EXPECT_CUDA(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(p));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaHostGetDevicePointer(&on_device, p, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaHostRegister(nullptr, 64, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaHostRegister(p, 0, 0));
}

TEST(ManagedMemory, IsTheHostsAndTheDevices) {
  int* p;
  EXPECT_CUDA_SUCCESS(cudaMallocManaged(&p, 1000 * sizeof(int)));
  std::iota(p, p + 1000, 0);
  increment<<<1, 64>>>(p, 1000);
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(p[i], i + 1);
  EXPECT_CUDA_SUCCESS(cudaFree(p));
  EXPECT_CUDA_SUCCESS(cudaMallocManaged(&p, 0));
  EXPECT_EQ(p, nullptr);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMallocManaged(&p, 4, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMallocManaged(&p, 4, cudaMemAttachSingle));
}

TEST(ManagedMemory, PrefetchAndAdviceAreRemembered) {
  char *p, *device, stack[4];
  int value = 0;
  const cudaMemLocation here{cudaMemLocationTypeDevice, 0};
  const cudaMemLocation nowhere{cudaMemLocationTypeDevice, 4};
  const cudaMemLocation host{cudaMemLocationTypeHost, 0};
  cudaMallocManaged(&p, 4096);
  cudaMalloc(&device, 4096);
  EXPECT_CUDA_SUCCESS(cudaMemPrefetchAsync(p, 4096, here, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemPrefetchAsync(device, 4096, here, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemPrefetchAsync(stack, 4, here, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 4097, here, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemPrefetchAsync(p, 0, here, 0));
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaMemPrefetchAsync(p, 4096, nowhere, 0));
  EXPECT_CUDA_SUCCESS(cudaMemPrefetchAsync(p, 4096, host, 0));
  EXPECT_CUDA_SUCCESS(cudaMemAdvise(p, 4096, cudaMemAdviseSetReadMostly, here));
  EXPECT_CUDA_SUCCESS(cudaMemAdvise(p, 4096, cudaMemAdviseSetPreferredLocation, here));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemAdvise(device, 4096, cudaMemAdviseSetReadMostly, here));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, here));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemAdvise(p, 4096, cudaMemoryAdvise(9), here));
  const auto get = [&](cudaMemRangeAttribute attribute, size_t bytes) {
    EXPECT_CUDA_SUCCESS(cudaMemRangeGetAttribute(&value, sizeof value, attribute, p, bytes));
    return value;
  };
  EXPECT_EQ(get(cudaMemRangeAttributeReadMostly, 4096), 1);
  EXPECT_EQ(get(cudaMemRangeAttributePreferredLocation, 4096), 0);
  EXPECT_EQ(get(cudaMemRangeAttributeLastPrefetchLocation, 4096), cudaCpuDeviceId);
  EXPECT_CUDA_SUCCESS(cudaMemAdvise(p + 2048, 2048, cudaMemAdviseUnsetReadMostly, here));
  EXPECT_EQ(get(cudaMemRangeAttributeReadMostly, 4096), 0);
  EXPECT_EQ(get(cudaMemRangeAttributeReadMostly, 2048), 1);
  EXPECT_CUDA_SUCCESS(cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachGlobal));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaStreamAttachMemAsync(nullptr, device, 0, cudaMemAttachSingle));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaStreamAttachMemAsync(nullptr, p, 0, 8));
  cudaFree(p);
  cudaFree(device);
}

TEST(Symbols, AreReadAndWritten) {
  int values[4] = {10, 20, 30, 40}, result = 0;
  int* out;
  cudaMallocManaged(&out, 4);
  sum_variables<<<1, 1>>>(out);
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  EXPECT_EQ(*out, 1 + 6 + 9 + 3);
  EXPECT_CUDA_SUCCESS(cudaMemcpyToSymbol(variable, values, sizeof values));
  EXPECT_CUDA_SUCCESS(cudaMemcpyToSymbol(constant, values, 4, 4));
  managed = 100;
  sum_variables<<<1, 1>>>(out);
  EXPECT_CUDA_SUCCESS(cudaDeviceSynchronize());
  EXPECT_EQ(*out, 10 + 10 + 100 + 30);
  EXPECT_CUDA_SUCCESS(cudaMemcpyFromSymbol(&result, variable, 4, 12));
  EXPECT_EQ(result, 40);
  cudaFree(out);
}

TEST(Symbols, HaveAddressesAndSizes) {
  void* address;
  size_t bytes = 0;
  EXPECT_CUDA_SUCCESS(cudaGetSymbolSize(&bytes, variable));
  EXPECT_EQ(bytes, sizeof variable);
  EXPECT_CUDA_SUCCESS(cudaGetSymbolAddress(&address, constant));
  EXPECT_EQ(attributes_of(address).type, cudaMemoryTypeDevice);
  EXPECT_CUDA_SUCCESS(cudaGetSymbolAddress(&address, managed));
  EXPECT_EQ(address, &managed);
  EXPECT_EQ(attributes_of(&managed).type, cudaMemoryTypeManaged);
  EXPECT_CUDA_SUCCESS(cudaGetSymbolAddress(&address, variable));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(address));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemset(address, 0, sizeof variable + 1));
}

TEST(Symbols, AreChecked) {
  int values[5] = {};
  void* address;
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpyToSymbol(variable, values, 17));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpyToSymbol(variable, values, 16, 1));
  EXPECT_CUDA(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(host_variable, values, 4));
  EXPECT_CUDA(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, host_variable));
  EXPECT_CUDA(cudaErrorInvalidMemcpyDirection,
              cudaMemcpyToSymbol(variable, values, 4, 0, cudaMemcpyDeviceToHost));
  EXPECT_CUDA_SUCCESS(cudaMemcpyToSymbol(variable, values, 0));
}

TEST(Symbols, ADeviceResetGivesThemTheirFirstValues) {
  int value = 77;
  EXPECT_CUDA_SUCCESS(cudaMemcpyToSymbol(variable, &value, 4));
  managed = 78;
  EXPECT_CUDA_SUCCESS(cudaDeviceReset());
  EXPECT_CUDA_SUCCESS(cudaMemcpyFromSymbol(&value, variable, 4));
  EXPECT_EQ(value, 1);
  EXPECT_EQ(managed, 9);
}

TEST(Pools, AllocateAndFreeInStreamOrder) {
  int *p, *other, result = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  EXPECT_CUDA_SUCCESS(cudaMallocAsync(&p, 4, stream));
  EXPECT_CUDA_SUCCESS(cudaMemsetAsync(p, 0, 4, stream));
  increment<<<1, 1, 0, stream>>>(p, 1);
  EXPECT_CUDA_SUCCESS(cudaMemcpyAsync(&result, p, 4, cudaMemcpyDeviceToHost, stream));
  EXPECT_CUDA_SUCCESS(cudaFreeAsync(p, stream));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFreeAsync(p, stream));
  EXPECT_CUDA_SUCCESS(cudaFreeAsync(nullptr, stream));
  EXPECT_CUDA_SUCCESS(cudaStreamSynchronize(stream));
  EXPECT_EQ(result, 1);
  EXPECT_EQ(attributes_of(p).type, cudaMemoryTypeUnregistered);
  cudaMalloc(&other, 4);
  EXPECT_CUDA_SUCCESS(cudaFreeAsync(other, stream));
  EXPECT_CUDA_SUCCESS(cudaMallocAsync(&other, 0, stream));
  EXPECT_CUDA_SUCCESS(cudaMallocAsync(&other, 64, stream));
  EXPECT_CUDA_SUCCESS(cudaFree(other));
  cudaStreamDestroy(stream);
}

TEST(Pools, Count) {
  cudaMemPool_t pool, standard, current;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  unsigned long long value = 1;
  const auto used = [&](cudaMemPoolAttr attribute) {
    EXPECT_CUDA_SUCCESS(cudaMemPoolGetAttribute(pool, attribute, &value));
    return value;
  };
  EXPECT_CUDA_SUCCESS(cudaDeviceGetDefaultMemPool(&standard, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemPoolDestroy(standard));
  EXPECT_CUDA_SUCCESS(cudaMemPoolCreate(&pool, &properties));
  EXPECT_EQ(used(cudaMemPoolAttrReleaseThreshold), 0u);
  EXPECT_CUDA_SUCCESS(cudaDeviceSetMemPool(0, pool));
  EXPECT_CUDA_SUCCESS(cudaDeviceGetMemPool(&current, 0));
  EXPECT_EQ(current, pool);
  void *p, *q;
  EXPECT_CUDA_SUCCESS(cudaMallocAsync(&p, 64, cudaStream_t{}));
  EXPECT_CUDA_SUCCESS(cudaMallocFromPoolAsync(&q, 32, pool, nullptr));
  EXPECT_EQ(used(cudaMemPoolAttrUsedMemCurrent), 96u);
  EXPECT_CUDA_SUCCESS(cudaFreeAsync(p, nullptr));
  EXPECT_CUDA_SUCCESS(cudaFreeAsync(q, nullptr));
  EXPECT_EQ(used(cudaMemPoolAttrUsedMemCurrent), 0u);
  EXPECT_EQ(used(cudaMemPoolAttrUsedMemHigh), 96u);
  EXPECT_CUDA_SUCCESS(cudaMemPoolDestroy(pool));
  EXPECT_CUDA_SUCCESS(cudaDeviceGetMemPool(&current, 0));
  EXPECT_EQ(current, standard);
}

}  // namespace
