// SPDX-License-Identifier: Apache-2.0
/// Which functions of a device module are kernels, and what their launch bounds say.
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace simt::pass {

struct Kernel {
  llvm::Function* function = nullptr;
  /// From __launch_bounds__; 0 where not given.
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t min_blocks_per_multiprocessor = 0;
  /// Marked with SIMT_SHAPE_INVARIANT.
  bool shape_invariant = false;
};

/// The kernels that `module` defines. Clang marks them in !nvvm.annotations up to LLVM 19 and by
/// the ptx_kernel calling convention from LLVM 20 on. Both marks are removed, for the host's code
/// generator knows neither.
std::vector<Kernel> take_kernels(llvm::Module& module);

}  // namespace simt::pass
