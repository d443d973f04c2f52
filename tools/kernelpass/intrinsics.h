// SPDX-License-Identifier: Apache-2.0
/// Lowers what has no meaning on the host's processor: NVVM intrinsics that Clang emits for
/// builtins of the language, atomics and fences of the headers, and inline PTX.
#pragma once

#include "llvm/IR/Module.h"

namespace simt::pass {

/// An intrinsic or PTX instruction that is not supported is an error at the user's line.
void lower_intrinsics(llvm::Module& module);

}  // namespace simt::pass
