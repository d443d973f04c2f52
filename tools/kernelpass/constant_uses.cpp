// SPDX-License-Identifier: Apache-2.0
#include "constant_uses.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace simt::pass {

ConstantUseRewriter::ConstantUseRewriter(const llvm::DenseSet<llvm::GlobalVariable*>& globals,
                                         Replacement replacement)
    : globals_(globals), replacement_(std::move(replacement)) {}

void ConstantUseRewriter::run(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) run(function);
  }
}

bool ConstantUseRewriter::refers(const llvm::Constant* constant) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    return globals_.contains(const_cast<llvm::GlobalVariable*>(global));
  }
  if (llvm::isa<llvm::GlobalValue>(constant) || constant->getNumOperands() == 0) return false;
  const auto known = refers_.find(constant);
  if (known != refers_.end()) return known->second;
  bool found = false;
  for (const llvm::Use& operand : constant->operands()) {
    const auto* inner = llvm::dyn_cast<llvm::Constant>(operand.get());
    found = found || (inner != nullptr && refers(inner));
  }
  refers_[constant] = found;
  return found;
}

void ConstantUseRewriter::run(llvm::Function& function) {
  entry_values_.clear();
  llvm::SmallVector<llvm::Use*, 64> uses;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      for (llvm::Use& operand : instruction.operands()) {
        const auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
        if (constant != nullptr && refers(constant)) uses.push_back(&operand);
      }
    }
  }
  for (llvm::Use* use : uses) {
    auto* before = llvm::cast<llvm::Instruction>(use->getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(before)) {
      before = phi->getIncomingBlock(*use)->getTerminator();
    }
    llvm::Value* value = materialise(llvm::cast<llvm::Constant>(use->get()), before);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(use->getUser())) {
      // A phi may list one predecessor several times; all its entries must agree.
      const llvm::BasicBlock* from = phi->getIncomingBlock(*use);
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        if (phi->getIncomingBlock(i) == from) phi->setIncomingValue(i, value);
      }
    } else {
      use->set(value);
    }
  }
}

llvm::Value* ConstantUseRewriter::at_entry(llvm::Function& function, llvm::GlobalVariable& global) {
  llvm::Value*& value = entry_values_[&global];
  if (value == nullptr) {
    llvm::BasicBlock& entry = function.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
    value = replacement_(builder, global);
  }
  return value;
}

llvm::Value* ConstantUseRewriter::materialise(llvm::Constant* constant, llvm::Instruction* before) {
  if (!refers(constant)) return constant;
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    return at_entry(*before->getFunction(), *global);
  }
  if (auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    llvm::Instruction* instruction = expression->getAsInstruction();
    instruction->insertBefore(before);
    instruction->setDebugLoc(before->getDebugLoc());
    for (llvm::Use& operand : instruction->operands()) {
      if (auto* inner = llvm::dyn_cast<llvm::Constant>(operand.get())) {
        operand.set(materialise(inner, instruction));
      }
    }
    return instruction;
  }
  llvm::IRBuilder<> builder(before);
  llvm::Value* aggregate = llvm::PoisonValue::get(constant->getType());
  for (unsigned i = 0; i < constant->getNumOperands(); ++i) {
    llvm::Value* element = materialise(llvm::cast<llvm::Constant>(constant->getOperand(i)), before);
    aggregate = constant->getType()->isVectorTy()
                    ? builder.CreateInsertElement(aggregate, element, std::uint64_t{i})
                    : builder.CreateInsertValue(aggregate, element, i);
  }
  return aggregate;
}

}  // namespace simt::pass
