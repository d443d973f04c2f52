// SPDX-License-Identifier: Apache-2.0
/// Stream-ordered allocation. CUDA Programming Guide, "Stream-Ordered Memory Allocator".
#pragma once

#include "runtime/api/runtime.h"

namespace simt {

/// Takes an allocation that cudaFree() ended out of its pool's books.
void forget_pool_allocation(const void* pointer);

/// Empties all pools, for a device reset.
void reset_pools();

}  // namespace simt
