// SPDX-License-Identifier: Apache-2.0
#include "call_graph.h"

#include <algorithm>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "machine_symbols.h"

namespace simt::pass {
namespace {

bool may_block(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || call->isInlineAsm()) return false;
  const llvm::Function* callee = call->getCalledFunction();
  if (callee == nullptr) return true;
  if (callee->isIntrinsic() || !callee->isDeclaration()) return false;
  const llvm::StringRef name = callee->getName();
  return can_suspend(name) || name.find(".simt_") != llvm::StringRef::npos;
}

std::uint64_t stack_object_bytes(const llvm::Function& function, FunctionSet& on_path) {
  if (function.isDeclaration() || !on_path.insert(&function).second) return 0;
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::uint64_t own = 0;
  std::uint64_t deepest = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      const auto size = object->getAllocationSize(layout);
      if (size && !size->isScalable()) own += size->getFixedValue();
    } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (const llvm::Function* callee = call->getCalledFunction()) {
        deepest = std::max(deepest, stack_object_bytes(*callee, on_path));
      }
    }
  }
  on_path.erase(&function);
  return own + deepest;
}

}  // namespace

FunctionSet functions_that_may_block(const llvm::Module& module) {
  return functions_that(module, may_block);
}

std::uint64_t stack_object_bytes(const llvm::Function& function) {
  FunctionSet on_path;
  return stack_object_bytes(function, on_path);
}

}  // namespace simt::pass
