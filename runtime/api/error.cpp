// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Error Handling".
#include "runtime/api/runtime.h"

cudaError_t cudaGetLastError(void) { return simt::last_error(true); }
cudaError_t cudaPeekAtLastError(void) { return simt::last_error(false); }
