// SPDX-License-Identifier: Apache-2.0
/// Static device variables of relocatable modules.
#pragma once

#include "llvm/IR/Module.h"

namespace simt::pass {

/// Clang gives a static variable a name of its module's (`<name>__static__<id>`) once it has seen
/// host code use it, but a kernel before that still names it `<name>`, which nothing defines. Makes
/// both one variable.
void join_static_variables(llvm::Module& module);

}  // namespace simt::pass
