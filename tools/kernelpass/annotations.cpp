// SPDX-License-Identifier: Apache-2.0
#include "annotations.h"

#include "llvm/IR/Constants.h"

namespace simt::pass {
namespace {

/// The text of the constant string that `pointer` points to; empty where it is none.
llvm::StringRef constant_text(const llvm::Value* pointer) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer->stripPointerCasts());
  if (global == nullptr || !global->hasInitializer()) return "";
  const auto* text = llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer());
  return text != nullptr && text->isCString() ? text->getAsCString() : "";
}

/// The functions or variables of `module` that carry `annotation`.
template <class Global>
std::vector<Global*> annotated(llvm::Module& module, llvm::StringRef annotation) {
  std::vector<Global*> found;
  const llvm::GlobalVariable* table = module.getNamedGlobal("llvm.global.annotations");
  if (table == nullptr) return found;
  for (const llvm::Use& entry : table->getInitializer()->operands()) {
    const auto* record = llvm::cast<llvm::ConstantStruct>(entry.get());
    auto* global = llvm::dyn_cast<Global>(record->getOperand(0)->stripPointerCasts());
    if (global != nullptr && constant_text(record->getOperand(1)) == annotation) {
      found.push_back(global);
    }
  }
  return found;
}

}  // namespace

std::vector<llvm::GlobalVariable*> annotated_variables(llvm::Module& module,
                                                       llvm::StringRef annotation) {
  return annotated<llvm::GlobalVariable>(module, annotation);
}

std::vector<llvm::Function*> annotated_functions(llvm::Module& module, llvm::StringRef annotation) {
  return annotated<llvm::Function>(module, annotation);
}

}  // namespace simt::pass
