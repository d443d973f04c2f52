// SPDX-License-Identifier: Apache-2.0
/// NVTX names of runtime objects. NVTX 3 reference, "CUDA Runtime API Resource Naming".
#pragma once

#include "cuda_runtime_api.h"
#include "nvToolsExt.h"

static inline void nvtxNameCudaDeviceA(int device, const char* name) {
  (void)device;
  (void)name;
}
static inline void nvtxNameCudaStreamA(cudaStream_t stream, const char* name) {
  (void)stream;
  (void)name;
}
static inline void nvtxNameCudaEventA(cudaEvent_t event, const char* name) {
  (void)event;
  (void)name;
}

#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
