// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Version Management". The emulator needs no driver; it reports the
/// version that the runtime has.
#include "runtime/api/runtime.h"

cudaError_t cudaRuntimeGetVersion(int* version) {
  if (version == nullptr) return simt::remember(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }
