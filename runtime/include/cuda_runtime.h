// SPDX-License-Identifier: Apache-2.0
/// The CUDA runtime API with its C++ forms; in CUDA sources, the language too.
/// CUDA Runtime API reference, "C++ API Routines".
#pragma once

/// CUDA's own include guard: programs test it to learn whether the header was included.
#define __CUDA_RUNTIME_H__

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "library_types.h"
#include "vector_functions.h"
#if defined(__CUDA__)
#include "crt/host_runtime.h"
#include "simt/device_language.h"
#endif

#if defined(__cplusplus)

template <class T>
inline __host__ cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
inline __host__ cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline __host__ cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline __host__ cudaError_t cudaHostGetDevicePointer(T** devicePointer, void* hostPointer,
                                                     unsigned int flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void**>(devicePointer), hostPointer, flags);
}
template <class T>
inline __host__ cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                              unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
inline __host__ cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width,
                                            size_t height) {
  return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <class T>
inline __host__ cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
inline __host__ cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                            cudaStream_t stream) {
  return cudaMallocFromPoolAsync(pointer, bytes, pool, stream);
}
template <class T>
inline __host__ cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                            cudaStream_t stream) {
  return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
template <class T>
inline __host__ cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                                    cudaStream_t stream) {
  return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}
template <class T>
inline __host__ cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer,
                                                     size_t bytes = 0,
                                                     unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, static_cast<void*>(pointer), bytes, flags);
}

inline __host__ cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}

template <class T>
inline __host__ const void* __simt_symbol(const T& symbol) {
  return const_cast<const char*>(&reinterpret_cast<const volatile char&>(symbol));
}
template <class T>
inline __host__ cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(__simt_symbol(symbol), source, bytes, offset, kind);
}
template <class T>
inline __host__ cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source,
                                                    size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                    cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync(__simt_symbol(symbol), source, bytes, offset, kind, stream);
}
template <class T>
inline __host__ cudaError_t cudaMemcpyFromSymbol(void* destination, const T& symbol, size_t bytes,
                                                 size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(destination, __simt_symbol(symbol), bytes, offset, kind);
}
template <class T>
inline __host__ cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const T& symbol,
                                                      size_t bytes, size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                      cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(destination, __simt_symbol(symbol), bytes, offset, kind, stream);
}
template <class T>
inline __host__ cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, __simt_symbol(symbol));
}
template <class T>
inline __host__ cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, __simt_symbol(symbol));
}

template <class T>
inline __host__ cudaError_t cudaLaunchKernel(T* function, dim3 gridDim, dim3 blockDim,
                                             void** arguments, size_t sharedBytes = 0,
                                             cudaStream_t stream = 0) {
  return cudaLaunchKernel(reinterpret_cast<const void*>(function), gridDim, blockDim, arguments,
                          sharedBytes, stream);
}
template <class T>
inline __host__ cudaError_t cudaLaunchCooperativeKernel(T* function, dim3 gridDim, dim3 blockDim,
                                                        void** arguments, size_t sharedBytes = 0,
                                                        cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(function), gridDim, blockDim,
                                     arguments, sharedBytes, stream);
}
/// Converts the arguments to the kernel's parameter types before it launches.
template <class... Parameters, class... Arguments>
inline __host__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                               void (*kernel)(Parameters...),
                                               Arguments&&... arguments) {
  return [&](Parameters... parameters) {
    void* addresses[sizeof...(Parameters) + 1] = {
        const_cast<void*>(static_cast<const volatile void*>(&parameters))..., nullptr};
    return cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), addresses);
  }(static_cast<Arguments&&>(arguments)...);
}
template <class T>
inline __host__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* function) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(function));
}
template <class T>
inline __host__ cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute attribute,
                                                 int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(function), attribute, value);
}
template <class T>
inline __host__ cudaError_t cudaFuncSetCacheConfig(T* function, cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(function), config);
}
template <class T>
inline __host__ cudaError_t cudaFuncSetSharedMemConfig(T* function, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(function), config);
}
template <class T>
inline __host__ cudaError_t cudaFuncGetName(const char** name, T* function) {
  return cudaFuncGetName(name, reinterpret_cast<const void*>(function));
}

template <class T>
inline __host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T function,
                                                                          int blockSize,
                                                                          size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, reinterpret_cast<const void*>(function), blockSize, sharedBytes);
}
template <class T>
inline __host__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, T function, int blockSize, size_t sharedBytes, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void*>(function), blockSize, sharedBytes, flags);
}
template <class T>
inline __host__ cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* function,
                                                                      int blocks, int blockSize) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void*>(function),
                                                   blocks, blockSize);
}

/// The block size with the most resident threads on a multiprocessor, the larger block on a tie,
/// and the least grid that fills the device. `sharedBytes` maps a block size to dynamic shared
/// bytes.
template <class SharedBytes, class T>
inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* minGridSize, int* blockSize, T function, SharedBytes sharedBytes, int blockSizeLimit = 0,
    unsigned int flags = 0) {
  if (minGridSize == nullptr || blockSize == nullptr) return cudaErrorInvalidValue;
  int device = 0, multiprocessors = 0, granularity = 0, device_limit = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&granularity, cudaDevAttrWarpSize, device);
  if (error == cudaSuccess)
    error = cudaDeviceGetAttribute(&device_limit, cudaDevAttrMaxThreadsPerBlock, device);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, function);
  if (error != cudaSuccess) return error;

  int limit =
      device_limit < attributes.maxThreadsPerBlock ? device_limit : attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit) limit = blockSizeLimit;
  int best_threads = 0;
  for (int aligned = (limit + granularity - 1) / granularity * granularity; aligned > 0;
       aligned -= granularity) {
    const int size = aligned < limit ? aligned : limit;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, function, size,
                                                                   sharedBytes(size), flags);
    if (error != cudaSuccess) return error;
    if (size * blocks > best_threads) {
      best_threads = size * blocks;
      *blockSize = size;
      *minGridSize = blocks * multiprocessors;
    }
  }
  return cudaSuccess;
}
template <class SharedBytes, class T>
inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int* minGridSize, int* blockSize, T function, SharedBytes sharedBytes, int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, function, sharedBytes, blockSizeLimit, cudaOccupancyDefault);
}
template <class T>
inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize,
                                                                        int* blockSize, T function,
                                                                        size_t sharedBytes = 0,
                                                                        int blockSizeLimit = 0,
                                                                        unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, function, [=](int) { return sharedBytes; }, blockSizeLimit, flags);
}
template <class T>
inline __host__ cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize,
                                                               T function, size_t sharedBytes = 0,
                                                               int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, function, sharedBytes,
                                                     blockSizeLimit, cudaOccupancyDefault);
}

#endif
