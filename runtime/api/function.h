// SPDX-License-Identifier: Apache-2.0
/// The frame of API functions that speak of a kernel.
#pragma once

#include "runtime/api/runtime.h"

namespace simt {

/// on_device() with the kernel behind a host stub: `body(runtime, kernel)`.
template <class Body>
cudaError_t on_kernel(const void* stub, Body&& body) {
  return on_device([&](Runtime& state) -> cudaError_t {
    Kernel* kernel = nullptr;
    const cudaError_t error = state.modules.find_kernel(*state.backend, stub, kernel);
    return error == cudaSuccess ? body(state, *kernel) : error;
  });
}

}  // namespace simt
