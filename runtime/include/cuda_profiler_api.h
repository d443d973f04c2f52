// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Profiler Control".
#pragma once

#include "driver_types.h"

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
#if defined(__cplusplus)
}
#endif
#pragma GCC visibility pop
