// SPDX-License-Identifier: Apache-2.0
/// __attribute__((annotate("...")) on variables and functions, by which the headers mark what C++
/// has no word for.
#pragma once

#include <vector>

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace simt::pass {

/// The variables of `module` that carry `annotation`.
std::vector<llvm::GlobalVariable*> annotated_variables(llvm::Module& module,
                                                       llvm::StringRef annotation);

std::vector<llvm::Function*> annotated_functions(llvm::Module& module, llvm::StringRef annotation);

}  // namespace simt::pass
