// SPDX-License-Identifier: Apache-2.0
/// The second forms of the calls that use the default stream: in them it is the thread's own. CUDA
/// Programming Guide, "Default Stream".
#include "crt/host_runtime.h"
#include "runtime/api/stream.h"

#define PER_THREAD(function, suffix, parameters, arguments)                                   \
  extern "C" __attribute__((visibility("default"))) cudaError_t function##suffix parameters { \
    const simt::PerThreadDefaultStream scope;                                                 \
    return function arguments;                                                                \
  }

extern "C" __attribute__((visibility("default"))) unsigned __cudaPushCallConfiguration_ptsz(
    dim3 gridDim, dim3 blockDim, size_t sharedBytes, void* stream) {
  return __cudaPushCallConfiguration(gridDim, blockDim, sharedBytes,
                                     stream == nullptr ? cudaStreamPerThread : stream);
}

// Programs see these under their first names (simt/per_thread_default_stream.h).
PER_THREAD(cudaMemcpy, _ptds,
           (void* destination, const void* source, size_t bytes, cudaMemcpyKind kind),
           (destination, source, bytes, kind))
PER_THREAD(cudaMemcpyPeer, _ptds,
           (void* destination, int destinationDevice, const void* source, int sourceDevice,
            size_t bytes),
           (destination, destinationDevice, source, sourceDevice, bytes))
PER_THREAD(cudaMemcpy2D, _ptds,
           (void* destination, size_t destinationPitch, const void* source, size_t sourcePitch,
            size_t width, size_t height, cudaMemcpyKind kind),
           (destination, destinationPitch, source, sourcePitch, width, height, kind))
PER_THREAD(cudaMemcpy3D, _ptds, (const cudaMemcpy3DParms* parameters), (parameters))
PER_THREAD(cudaMemcpyToSymbol, _ptds,
           (const void* symbol, const void* source, size_t bytes, size_t offset,
            cudaMemcpyKind kind),
           (symbol, source, bytes, offset, kind))
PER_THREAD(cudaMemcpyFromSymbol, _ptds,
           (void* destination, const void* symbol, size_t bytes, size_t offset,
            cudaMemcpyKind kind),
           (destination, symbol, bytes, offset, kind))
PER_THREAD(cudaMemset, _ptds, (void* pointer, int value, size_t bytes), (pointer, value, bytes))
PER_THREAD(cudaMemset2D, _ptds,
           (void* pointer, size_t pitch, int value, size_t width, size_t height),
           (pointer, pitch, value, width, height))
PER_THREAD(cudaMemset3D, _ptds, (cudaPitchedPtr pointer, int value, cudaExtent extent),
           (pointer, value, extent))
PER_THREAD(cudaMemcpyAsync, _ptsz,
           (void* destination, const void* source, size_t bytes, cudaMemcpyKind kind,
            cudaStream_t stream),
           (destination, source, bytes, kind, stream))
PER_THREAD(cudaMemcpyPeerAsync, _ptsz,
           (void* destination, int destinationDevice, const void* source, int sourceDevice,
            size_t bytes, cudaStream_t stream),
           (destination, destinationDevice, source, sourceDevice, bytes, stream))
PER_THREAD(cudaMemcpy2DAsync, _ptsz,
           (void* destination, size_t destinationPitch, const void* source, size_t sourcePitch,
            size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream),
           (destination, destinationPitch, source, sourcePitch, width, height, kind, stream))
PER_THREAD(cudaMemcpy3DAsync, _ptsz, (const cudaMemcpy3DParms* parameters, cudaStream_t stream),
           (parameters, stream))
PER_THREAD(cudaMemcpy3DPeerAsync, _ptsz,
           (const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream), (parameters, stream))
PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz,
           (const void* symbol, const void* source, size_t bytes, size_t offset,
            cudaMemcpyKind kind, cudaStream_t stream),
           (symbol, source, bytes, offset, kind, stream))
PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz,
           (void* destination, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
            cudaStream_t stream),
           (destination, symbol, bytes, offset, kind, stream))
PER_THREAD(cudaMemsetAsync, _ptsz, (void* pointer, int value, size_t bytes, cudaStream_t stream),
           (pointer, value, bytes, stream))
PER_THREAD(cudaMemset2DAsync, _ptsz,
           (void* pointer, size_t pitch, int value, size_t width, size_t height,
            cudaStream_t stream),
           (pointer, pitch, value, width, height, stream))
PER_THREAD(cudaMemset3DAsync, _ptsz,
           (cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream),
           (pointer, value, extent, stream))
PER_THREAD(cudaStreamSynchronize, _ptsz, (cudaStream_t stream), (stream))
PER_THREAD(cudaStreamQuery, _ptsz, (cudaStream_t stream), (stream))
PER_THREAD(cudaStreamWaitEvent, _ptsz, (cudaStream_t stream, cudaEvent_t event, unsigned int flags),
           (stream, event, flags))
PER_THREAD(cudaStreamGetPriority, _ptsz, (cudaStream_t stream, int* priority), (stream, priority))
PER_THREAD(cudaStreamGetFlags, _ptsz, (cudaStream_t stream, unsigned int* flags), (stream, flags))
PER_THREAD(cudaStreamGetId, _ptsz, (cudaStream_t stream, unsigned long long* id), (stream, id))
PER_THREAD(cudaStreamGetDevice, _ptsz, (cudaStream_t stream, int* device), (stream, device))
PER_THREAD(cudaStreamGetAttribute, _ptsz,
           (cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value),
           (stream, attribute, value))
PER_THREAD(cudaStreamSetAttribute, _ptsz,
           (cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue* value),
           (stream, attribute, value))
PER_THREAD(cudaStreamCopyAttributes, _ptsz, (cudaStream_t destination, cudaStream_t source),
           (destination, source))
PER_THREAD(cudaStreamIsCapturing, _ptsz, (cudaStream_t stream, cudaStreamCaptureStatus* status),
           (stream, status))
PER_THREAD(cudaStreamAddCallback, _ptsz,
           (cudaStream_t stream, cudaStreamCallback_t callback, void* userData, unsigned int flags),
           (stream, callback, userData, flags))
PER_THREAD(cudaLaunchHostFunc, _ptsz, (cudaStream_t stream, cudaHostFn_t function, void* userData),
           (stream, function, userData))
PER_THREAD(cudaStreamAttachMemAsync, _ptsz,
           (cudaStream_t stream, void* pointer, size_t bytes, unsigned int flags),
           (stream, pointer, bytes, flags))
PER_THREAD(cudaEventRecord, _ptsz, (cudaEvent_t event, cudaStream_t stream), (event, stream))
PER_THREAD(cudaEventRecordWithFlags, _ptsz,
           (cudaEvent_t event, cudaStream_t stream, unsigned int flags), (event, stream, flags))
PER_THREAD(cudaLaunchKernel, _ptsz,
           (const void* function, dim3 gridDim, dim3 blockDim, void** arguments, size_t sharedBytes,
            cudaStream_t stream),
           (function, gridDim, blockDim, arguments, sharedBytes, stream))
PER_THREAD(cudaLaunchKernelExC, _ptsz,
           (const cudaLaunchConfig_t* config, const void* function, void** arguments),
           (config, function, arguments))
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz,
           (const void* function, dim3 gridDim, dim3 blockDim, void** arguments, size_t sharedBytes,
            cudaStream_t stream),
           (function, gridDim, blockDim, arguments, sharedBytes, stream))
PER_THREAD(cudaMemPrefetchAsync, _ptsz,
           (const void* pointer, size_t bytes, cudaMemLocation location, unsigned int flags,
            cudaStream_t stream),
           (pointer, bytes, location, flags, stream))
PER_THREAD(cudaMallocAsync, _ptsz, (void** pointer, size_t bytes, cudaStream_t stream),
           (pointer, bytes, stream))
PER_THREAD(cudaFreeAsync, _ptsz, (void* pointer, cudaStream_t stream), (pointer, stream))
PER_THREAD(cudaMallocFromPoolAsync, _ptsz,
           (void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
           (pointer, bytes, pool, stream))
