// SPDX-License-Identifier: Apache-2.0
#include "static_variables.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GlobalVariable.h"

namespace simt::pass {

void join_static_variables(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    const auto [name, id] = variable.getName().split("__static__");
    if (id.empty() || variable.isDeclaration()) continue;
    llvm::GlobalVariable* declared = module.getGlobalVariable(name);
    if (declared == nullptr || !declared->isDeclaration()) continue;
    declared->replaceAllUsesWith(&variable);
    declared->eraseFromParent();
  }
}

}  // namespace simt::pass
