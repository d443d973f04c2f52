// SPDX-License-Identifier: Apache-2.0
#include "debug_info.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"

namespace simt::pass {
namespace {

using Descriptions = llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1>;

Descriptions descriptions_of(const llvm::GlobalVariable& global) {
  Descriptions found;
  global.getDebugInfo(found);
  return found;
}

void set_globals(llvm::DICompileUnit& unit, llvm::ArrayRef<llvm::Metadata*> globals) {
  unit.replaceGlobalVariables(llvm::MDTuple::get(unit.getContext(), globals));
}

}  // namespace

void describe_as_local(llvm::IRBuilder<>& builder, const llvm::GlobalVariable& global,
                       llvm::Value* address) {
  const Descriptions described = descriptions_of(global);
  llvm::Function& function = *builder.GetInsertBlock()->getParent();
  llvm::DISubprogram* scope = function.getSubprogram();
  if (described.empty() || scope == nullptr) return;
  const llvm::DIGlobalVariable* variable = described.front()->getVariable();
  llvm::DIBuilder debug(*function.getParent(), /*AllowUnresolved=*/false, scope->getUnit());
  llvm::DILocalVariable* local =
      debug.createAutoVariable(scope, variable->getName(), variable->getFile(), variable->getLine(),
                               variable->getType(), /*AlwaysPreserve=*/true);
  llvm::AllocaInst* slot = builder.CreateAlloca(address->getType());
  builder.CreateStore(address, slot);
  debug.insertDeclare(slot, local,
                      debug.createExpression({std::uint64_t{llvm::dwarf::DW_OP_deref}}),
                      llvm::DILocation::get(function.getContext(), variable->getLine(), 0, scope),
                      builder.GetInsertBlock());
  debug.finalize();
}

void describe_through_cell(const llvm::GlobalVariable& global, llvm::GlobalVariable& cell) {
  llvm::LLVMContext& context = global.getContext();
  for (llvm::DIGlobalVariableExpression* described : descriptions_of(global)) {
    auto* through = llvm::DIGlobalVariableExpression::get(
        context, described->getVariable(),
        llvm::DIExpression::get(context, {std::uint64_t{llvm::dwarf::DW_OP_deref}}));
    cell.addDebugInfo(through);
    for (llvm::DICompileUnit* unit : global.getParent()->debug_compile_units()) {
      const auto globals = unit->getGlobalVariables();
      if (!llvm::is_contained(globals, described)) continue;
      llvm::SmallVector<llvm::Metadata*, 16> all(globals.begin(), globals.end());
      all.push_back(through);
      set_globals(*unit, all);
    }
  }
}

void forget(const llvm::GlobalVariable& global) {
  const Descriptions described = descriptions_of(global);
  if (described.empty()) return;
  for (llvm::DICompileUnit* unit : global.getParent()->debug_compile_units()) {
    llvm::SmallVector<llvm::Metadata*, 16> kept;
    for (llvm::DIGlobalVariableExpression* entry : unit->getGlobalVariables()) {
      if (!llvm::is_contained(described, entry)) kept.push_back(entry);
    }
    set_globals(*unit, kept);
  }
}

}  // namespace simt::pass
