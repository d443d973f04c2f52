// SPDX-License-Identifier: Apache-2.0
/// Threads that pass a barrier by. CUDA wants a block barrier to be reached by all threads of the
/// block or by none; hardware stays silent when some take a branch around it and go on.
#pragma once

#include <vector>

#include "kernels.h"
#include "llvm/IR/Module.h"

namespace simt::pass {

/// Marks the places where the ways through and around a barrier meet again (the immediate
/// post-dominator of each branch that decides about the barrier) with a call of
/// simt_barrier_join(), where the machine compares how many barriers each thread came to. A way
/// around that leads straight to the kernel's end is an early exit, which is fine. Works on the
/// front end's unoptimised code.
void mark_barrier_joins(llvm::Module& module, const std::vector<Kernel>& kernels);

}  // namespace simt::pass
