// SPDX-License-Identifier: Apache-2.0
/// __shared__ variables. They become offsets into the block's shared arena, whose base is a
/// thread-local variable of the machine. First come the kernel's own static variables, then those
/// of functions that modules share, then dynamic shared memory.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "kernels.h"
#include "llvm/IR/Module.h"
#include "options.h"

namespace simt::pass {

/// What a kernel's blocks need.
struct KernelShared {
  /// Bytes of the static variables that only this module's kernels reach.
  std::uint32_t bytes = 0;
  /// Whether they need the linked variables of all modules as well.
  bool uses_linked = false;
};

/// The static variables of functions that other modules can call.
struct LinkedShared {
  /// An i64 that the machine fills with the place of this module's among those of all modules,
  /// bytes. Null where there are none.
  llvm::GlobalVariable* begin = nullptr;
  std::uint32_t bytes = 0;
  std::uint32_t alignment = 1;
};

struct SharedMemory {
  std::map<const llvm::Function*, KernelShared> kernels;
  LinkedShared linked;
};

/// Lays out and replaces all shared variables. One variable has the same offset in every kernel, so
/// that functions that several kernels call need no copies; two variables overlap only where no
/// kernel reaches both. With -rdc=true kernels of other modules, laid out without knowing of this
/// one, may reach variables of functions that are exported or whose address is taken: these lie in
/// a part of their own, which has room for those of all modules.
SharedMemory lower_shared_memory(llvm::Module& module, const std::vector<Kernel>& kernels,
                                 const Options& options);

}  // namespace simt::pass
