// SPDX-License-Identifier: Apache-2.0
/// Functions of the program that take their turn in a stream. CUDA Runtime API reference,
/// "cudaLaunchHostFunc", "cudaStreamAddCallback".
#include "runtime/api/stream.h"

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* userData) {
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream& queue) {
    if (function == nullptr) return cudaErrorInvalidValue;
    state.backend->submit(queue, simt::HostCall{.function = [=](cudaError_t) {
                            const simt::InsideHostFunction inside;
                            function(userData);
                          }});
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* userData, unsigned int flags) {
  return simt::on_stream(stream, [=](simt::Runtime& state, simt::Stream& queue) {
    if (callback == nullptr || flags != 0) return cudaErrorInvalidValue;
    state.backend->submit(queue, simt::HostCall{.function =
                                                    [=](cudaError_t status) {
                                                      const simt::InsideHostFunction inside;
                                                      callback(stream, status, userData);
                                                    },
                                                .despite_errors = true});
    return cudaSuccess;
  });
}
