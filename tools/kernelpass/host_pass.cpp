// SPDX-License-Identifier: Apache-2.0
#include "host_pass.h"

#include "annotations.h"
#include "constant_uses.h"
#include "image_record.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace simt::pass {
namespace {

void redirect_linked_binary(llvm::Module& module) {
  for (llvm::Function& function : module) {
    llvm::StringRef name = function.getName();
    if (name.consume_front("__cudaRegisterLinkedBinary")) {
      function.setName("simt_register_linked_binary");
      return;
    }
  }
}

/// Kernels and variables are registered before any constructor of the user's runs, which may
/// launch.
void register_early(llvm::Module& module) {
  llvm::GlobalVariable* table = module.getNamedGlobal("llvm.global_ctors");
  if (table == nullptr) return;
  std::vector<llvm::Constant*> entries;
  for (const llvm::Use& use : table->getInitializer()->operands()) {
    auto* entry = llvm::cast<llvm::ConstantStruct>(use.get());
    if (entry->getOperand(1)->getName() == "__cuda_module_ctor") {
      llvm::Constant* priority =
          llvm::ConstantInt::get(entry->getOperand(0)->getType(), kRegistrationPriority + 1);
      entry = llvm::cast<llvm::ConstantStruct>(llvm::ConstantStruct::get(
          entry->getType(), {priority, entry->getOperand(1), entry->getOperand(2)}));
    }
    entries.push_back(entry);
  }
  table->setInitializer(
      llvm::ConstantArray::get(llvm::cast<llvm::ArrayType>(table->getValueType()), entries));
}

/// The pointer through which host code reaches `variable`.
llvm::GlobalVariable* managed_pointer(llvm::GlobalVariable& variable) {
  llvm::Module& module = *variable.getParent();
  llvm::PointerType* type = llvm::PointerType::get(module.getContext(), 0);
  const bool declared = variable.isDeclaration();
  return new llvm::GlobalVariable(module, type, /*isConstant=*/false,
                                  variable.hasLocalLinkage() ? llvm::GlobalValue::InternalLinkage
                                                             : llvm::GlobalValue::ExternalLinkage,
                                  declared ? nullptr : llvm::ConstantPointerNull::get(type),
                                  variable.getName() + ".managed");
}

/// Runs before every other constructor, so that those may use the variables already.
void register_managed(
    llvm::Module& module, const Options& options,
    llvm::ArrayRef<std::pair<llvm::GlobalVariable*, llvm::GlobalVariable*>> pairs) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Function* constructor =
      llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), false),
                             llvm::GlobalValue::InternalLinkage, "simt.register_managed", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", constructor));
  llvm::Type* pointer = builder.getPtrTy();
  const llvm::FunctionCallee callee = module.getOrInsertFunction(
      "simt_register_managed_variable", builder.getVoidTy(), pointer, pointer, pointer);
  llvm::Value* module_id = builder.CreateGlobalString(options.module_id);
  for (const auto& [variable, cell] : pairs) {
    builder.CreateCall(callee, {module_id, builder.CreateGlobalString(variable->getName()), cell});
  }
  builder.CreateRetVoid();
  llvm::appendToGlobalCtors(module, constructor, kRegistrationPriority + 1);
}

void redirect_managed(llvm::Module& module, const Options& options) {
  llvm::DenseSet<llvm::GlobalVariable*> variables;
  llvm::DenseMap<llvm::GlobalVariable*, llvm::GlobalVariable*> cells;
  std::vector<std::pair<llvm::GlobalVariable*, llvm::GlobalVariable*>> defined;
  for (llvm::GlobalVariable* variable : annotated_variables(module, "simt.managed")) {
    variables.insert(variable);
    cells[variable] = managed_pointer(*variable);
    if (!variable->isDeclaration()) defined.emplace_back(variable, cells[variable]);
  }
  if (variables.empty()) return;
  ConstantUseRewriter rewriter(
      variables, [&](llvm::IRBuilder<>& builder, llvm::GlobalVariable& variable) {
        return static_cast<llvm::Value*>(
            builder.CreateLoad(builder.getPtrTy(), cells.lookup(&variable)));
      });
  for (llvm::Function& function : module) {
    // Clang's registration names the shadow itself.
    if (!function.isDeclaration() && function.getName() != "__cuda_register_globals") {
      rewriter.run(function);
    }
  }
  if (!defined.empty()) register_managed(module, options, defined);
}

}  // namespace

void adapt_host_module(llvm::Module& module, const Options& options) {
  redirect_linked_binary(module);
  register_early(module);
  redirect_managed(module, options);
}

}  // namespace simt::pass
