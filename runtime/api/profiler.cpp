// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Profiler Control". No profiler attaches, so there is nothing to
/// switch.
#include "cuda_profiler_api.h"
#include "runtime/api/runtime.h"

cudaError_t cudaProfilerStart(void) {
  return simt::on_device([](simt::Runtime&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop(void) { return cudaProfilerStart(); }
