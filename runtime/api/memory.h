// SPDX-License-Identifier: Apache-2.0
/// What the areas of the memory API share.
#pragma once

#include <cstddef>

#include "runtime/api/runtime.h"

namespace simt {

/// Allocates, or null and cudaSuccess for no bytes, as cudaMalloc and its like do.
cudaError_t allocate(Runtime& state, MemoryKind kind, void** pointer, std::size_t bytes,
                     const void* site);

/// What managed memory was advised, for memory that is gone (cudaFree) or all of it (device reset).
void forget_advice(const MemoryPlace& place);
void forget_all_advice();

/// Flags of pinned memory and of registrations, for a device reset.
void forget_host_memory();

}  // namespace simt
