// SPDX-License-Identifier: Apache-2.0
/// Replaces globals by values computed at run time. A global is a constant and may sit anywhere
/// inside constant expressions and constant aggregates; what replaces it is an instruction, so
/// every constant around it has to become instructions too.
#pragma once

#include <functional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"

namespace simt::pass {

class ConstantUseRewriter {
 public:
  /// Emits, at the builder's place in a function's entry block, the value that stands for `global`
  /// throughout that function. It has the global's own pointer type.
  using Replacement = std::function<llvm::Value*(llvm::IRBuilder<>&, llvm::GlobalVariable& global)>;

  ConstantUseRewriter(const llvm::DenseSet<llvm::GlobalVariable*>& globals,
                      Replacement replacement);

  /// Rewrites every use of the globals in the module's functions. Uses in initialisers stay.
  void run(llvm::Module& module);
  void run(llvm::Function& function);

 private:
  bool refers(const llvm::Constant* constant);
  llvm::Value* at_entry(llvm::Function& function, llvm::GlobalVariable& global);
  llvm::Value* materialise(llvm::Constant* constant, llvm::Instruction* before);

  const llvm::DenseSet<llvm::GlobalVariable*>& globals_;
  Replacement replacement_;
  llvm::DenseMap<const llvm::Constant*, bool> refers_;
  llvm::DenseMap<llvm::GlobalVariable*, llvm::Value*> entry_values_;
};

}  // namespace simt::pass
