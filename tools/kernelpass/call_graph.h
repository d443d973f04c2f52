// SPDX-License-Identifier: Apache-2.0
/// Questions about a module that follow calls.
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace simt::pass {

using FunctionSet = llvm::DenseSet<const llvm::Function*>;

/// The functions that contain an instruction for which `test` holds, or call such a function.
template <class Test>
FunctionSet functions_that(const llvm::Module& module, Test test) {
  FunctionSet found;
  bool changed = true;
  while (changed) {
    changed = false;
    for (const llvm::Function& function : module) {
      if (found.contains(&function)) continue;
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
        if (test(instruction) || (callee != nullptr && found.contains(callee))) {
          found.insert(&function);
          changed = true;
          break;
        }
      }
    }
  }
  return found;
}

/// The functions in which a thread can wait for another one. A callee that is not known (through a
/// pointer, or in another translation unit) may do so.
FunctionSet functions_that_may_block(const llvm::Module& module);

/// Bytes of stack objects of `function` and its deepest known chain of callees.
std::uint64_t stack_object_bytes(const llvm::Function& function);

}  // namespace simt::pass
