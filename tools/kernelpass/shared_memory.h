// SPDX-License-Identifier: Apache-2.0
/// __shared__ variables. They become offsets into the block's shared arena, whose base is a
/// thread-local variable of the machine; dynamic shared memory begins where the kernel's static
/// part ends.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "kernels.h"
#include "llvm/IR/Module.h"
#include "options.h"

namespace simt::pass {

/// Static shared bytes of each kernel.
using StaticSharedBytes = std::map<const llvm::Function*, std::uint32_t>;

/// Lays out and replaces all shared variables. One variable has the same offset in every kernel, so
/// that functions that several kernels call need no copies; two variables overlap only where no
/// kernel reaches both. With -rdc=true a function that other files can call must not have static
/// shared variables: their kernels are laid out without knowing of them. That is an error at the
/// function.
StaticSharedBytes lower_shared_memory(llvm::Module& module, const std::vector<Kernel>& kernels,
                                      const Options& options);

}  // namespace simt::pass
