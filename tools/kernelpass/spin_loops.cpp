// SPDX-License-Identifier: Apache-2.0
#include "spin_loops.h"

#include "call_graph.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "machine_symbols.h"

namespace simt::pass {
namespace {

/// An access by which threads communicate without a barrier.
bool communicates(const llvm::Instruction& instruction) {
  return instruction.isAtomic() || instruction.isVolatile();
}

/// Whether the loop does nothing but read the same places again and again, so that only another
/// thread can end it. The optimiser leaves such a loop where the checked image announces its reads.
bool only_rereads(const llvm::Loop& loop) {
  bool reads = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (!loop.isLoopInvariant(load->getPointerOperand())) return false;
        reads = true;
      } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        const llvm::Function* callee = call->getCalledFunction();
        if (callee == nullptr || callee->getName() != "simt_access") return false;
      } else if (instruction.mayHaveSideEffects()) {
        return false;
      }
    }
  }
  return reads;
}

class Poller {
 public:
  Poller(llvm::Module& module, llvm::FunctionAnalysisManager& analyses)
      : module_(module), analyses_(analyses) {
    communicating_ = functions_that(
        module, [](const llvm::Instruction& instruction) { return communicates(instruction); });
  }

  void run(llvm::Function& function) {
    auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function);
    auto& evolution = analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function);
    llvm::SetVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> back_edges;
    llvm::SetVector<llvm::BasicBlock*> exits;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (evolution.hasLoopInvariantBackedgeTakenCount(loop) ||
          !(may_wait(*loop) || only_rereads(*loop)))
        continue;
      llvm::SmallVector<llvm::BasicBlock*, 4> blocks;
      loop->getLoopLatches(blocks);
      for (llvm::BasicBlock* latch : blocks) back_edges.insert({latch, loop->getHeader()});
      blocks.clear();
      loop->getUniqueExitBlocks(blocks);
      exits.insert(blocks.begin(), blocks.end());
    }
    // On the edge itself: a latch may also leave the loop, and then there is nothing to wait for.
    for (const auto& [latch, header] : back_edges)
      poll_at(*llvm::SplitEdge(latch, header)->getTerminator());
    for (llvm::BasicBlock* exit : exits) done_at(*exit->getFirstInsertionPt());
    if (!back_edges.empty()) analyses_.invalidate(function, llvm::PreservedAnalyses::none());
  }

 private:
  bool may_wait(const llvm::Loop& loop) const {
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
        if (communicates(instruction) || (callee != nullptr && communicating_.contains(callee))) {
          return true;
        }
      }
    }
    return false;
  }

  llvm::FunctionCallee machine_function(llvm::StringRef name) {
    return module_.getOrInsertFunction(name, llvm::Type::getVoidTy(module_.getContext()));
  }

  void call_if(llvm::Value* condition, llvm::Instruction& before, llvm::StringRef function) {
    llvm::MDNode* unlikely = llvm::MDBuilder(module_.getContext()).createBranchWeights(1, 64);
    llvm::Instruction* inside =
        llvm::SplitBlockAndInsertIfThen(condition, &before, /*Unreachable=*/false, unlikely);
    llvm::IRBuilder<> builder(inside);
    builder.SetCurrentDebugLocation(before.getDebugLoc());
    builder.CreateCall(machine_function(function));
  }

  void poll_at(llvm::Instruction& back_edge) {
    llvm::IRBuilder<> builder(&back_edge);
    llvm::Type* counter = builder.getInt32Ty();
    llvm::GlobalVariable* budget = thread_local_variable(module_, "simt_poll_budget", counter);
    llvm::Value* left = builder.CreateSub(builder.CreateLoad(counter, budget), builder.getInt32(1));
    builder.CreateStore(left, budget);
    call_if(builder.CreateICmpEQ(left, builder.getInt32(0)), back_edge, "simt_poll");
  }

  void done_at(llvm::Instruction& after_loop) {
    llvm::IRBuilder<> builder(&after_loop);
    llvm::Type* flag = builder.getInt8Ty();
    llvm::Value* spun = builder.CreateLoad(flag, thread_local_variable(module_, "simt_spun", flag));
    call_if(builder.CreateIsNotNull(spun), after_loop, "simt_spin_done");
  }

  llvm::Module& module_;
  llvm::FunctionAnalysisManager& analyses_;
  FunctionSet communicating_;
};

}  // namespace

void make_spin_loops_poll(llvm::Module& module, llvm::FunctionAnalysisManager& analyses) {
  Poller poller(module, analyses);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) poller.run(function);
  }
}

}  // namespace simt::pass
