// SPDX-License-Identifier: Apache-2.0
/// Makes a module that Clang compiled for NVPTX one that the host's code generator takes.
#pragma once

#include "llvm/IR/Module.h"

namespace simt::pass {

/// Strips the NVPTX processor and features from all functions (Clang has set the triple and the
/// data layout by then), and redirects C library functions that mean something else in a kernel
/// (printf, malloc, assert, …) to the machine's.
void retarget(llvm::Module& module);

}  // namespace simt::pass
