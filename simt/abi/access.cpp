// SPDX-License-Identifier: Apache-2.0
/// Accesses to memory, as the checked image announces them (tools/kernelpass/accesses.h). Each
/// function is called before the access, and another thread may run before it returns.
#include <cstdint>

#include "simt/abi/builtin_variables.h"
#include "simt/abi/kernel_abi.h"
#include "simt/grid/worker.h"

extern "C" {

/// A load, a store or an atomic of `site->size` bytes.
SIMT_EXPORT void simt_access(const void* address, const simt_site_record* site) {
  simt::Worker::current().access(address, site->size, *site);
}

/// One side of a memcpy, memmove or memset: `bytes` bytes, 0 allowed.
SIMT_EXPORT void simt_access_range(const void* address, std::uint64_t bytes,
                                   const simt_site_record* site) {
  simt::Worker::current().access(address, bytes, *site);
}

SIMT_EXPORT void simt_fence(const simt_site_record* site) { simt::Worker::current().fence(*site); }

}  // extern "C"
