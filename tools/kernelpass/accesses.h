// SPDX-License-Identifier: Apache-2.0
/// The checked image's instrumentation: it tells the machine of every access to memory that threads
/// share, before it happens (simt/abi/access.cpp).
#pragma once

#include <vector>

#include "kernels.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace simt::pass {

/// Puts calls of simt_access(), simt_access_range() and simt_fence() before loads, stores, atomics,
/// memory intrinsics and fences. What the headers define is inlined and locals are promoted to
/// registers first; nothing else is optimised yet, so that accesses are those of the source. Left
/// out are locals and by-value parameters, as far as an address is seen to be one, and what the
/// machine itself reads.
void announce_accesses(llvm::Module& module, const std::vector<Kernel>& kernels,
                       llvm::ModuleAnalysisManager& analyses);

}  // namespace simt::pass
