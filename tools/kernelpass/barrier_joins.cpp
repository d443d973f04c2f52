// SPDX-License-Identifier: Apache-2.0
#include "barrier_joins.h"

#include "call_graph.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace simt::pass {
namespace {

/// Threads of a block remember which joins they passed in a word of this many bits.
constexpr unsigned kMostJoins = 64;

bool is_barrier_call(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr &&
         (callee->getName() == "simt_barrier" || callee->getName() == "simt_barrier_reduce");
}

using Blocks = llvm::SmallSetVector<llvm::BasicBlock*, 16>;

Blocks blocks_with_barriers(llvm::Function& kernel, const FunctionSet& with_barriers) {
  Blocks blocks;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (is_barrier_call(instruction) || (callee != nullptr && with_barriers.contains(callee))) {
      blocks.insert(instruction.getParent());
    }
  }
  return blocks;
}

/// Whether nothing but the return follows from the start of `block`. An early return from inside a
/// scope leaves through Clang's clean-up blocks, which switch on where to go next.
bool only_returns(const llvm::BasicBlock& block,
                  llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& seen) {
  if (!seen.insert(&block).second) return true;
  for (const llvm::Instruction& instruction : block) {
    if (!instruction.isLifetimeStartOrEnd() && !instruction.isTerminator() &&
        instruction.mayHaveSideEffects()) {
      return false;
    }
  }
  return llvm::all_of(llvm::successors(&block),
                      [&](const llvm::BasicBlock* next) { return only_returns(*next, seen); });
}

bool only_returns(const llvm::BasicBlock& block) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
  return only_returns(block, seen);
}

/// The joins of all branches that decide whether a thread comes to one of `barriers`.
Blocks find_joins(llvm::Function& kernel, Blocks work) {
  const llvm::PostDominatorTree tree(kernel);
  Blocks joins;
  for (unsigned i = 0; i < work.size(); ++i) {
    for (llvm::BasicBlock& branch : kernel) {
      if (llvm::succ_size(&branch) < 2 || tree.dominates(work[i], &branch)) continue;
      const bool decides = llvm::any_of(llvm::successors(&branch), [&](llvm::BasicBlock* next) {
        return tree.dominates(work[i], next);
      });
      if (!decides || !work.insert(&branch)) continue;
      const auto* node = tree.getNode(&branch);
      llvm::BasicBlock* join =
          node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
      if (join != nullptr && !only_returns(*join)) joins.insert(join);
    }
  }
  return joins;
}

}  // namespace

void mark_barrier_joins(llvm::Module& module, const std::vector<Kernel>& kernels) {
  const FunctionSet with_barriers = functions_that(module, is_barrier_call);
  llvm::Type* none = llvm::Type::getVoidTy(module.getContext());
  llvm::Type* number = llvm::Type::getInt32Ty(module.getContext());
  const llvm::FunctionCallee join_function =
      module.getOrInsertFunction("simt_barrier_join", none, number);
  for (const Kernel& kernel : kernels) {
    if (!with_barriers.contains(kernel.function)) continue;
    const Blocks joins =
        find_joins(*kernel.function, blocks_with_barriers(*kernel.function, with_barriers));
    for (unsigned i = 0; i < joins.size() && i < kMostJoins; ++i) {
      llvm::Instruction& place = *joins[i]->getFirstInsertionPt();
      llvm::IRBuilder<> builder(&place);
      // The first line after the join; the insertion point itself may have none.
      for (llvm::Instruction& instruction : *joins[i]) {
        if (instruction.getDebugLoc()) {
          builder.SetCurrentDebugLocation(instruction.getDebugLoc());
          break;
        }
      }
      builder.CreateCall(join_function, {llvm::ConstantInt::get(number, i)});
    }
  }
}

}  // namespace simt::pass
