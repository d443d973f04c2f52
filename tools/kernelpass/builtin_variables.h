// SPDX-License-Identifier: Apache-2.0
/// Reads of threadIdx, blockIdx, blockDim and gridDim, which the headers write as calls of
/// simt_threadIdx_x() and so on. They stay calls while functions are inlined, so that a loop over a
/// block's threads can put its counters in their place; what is left becomes loads of the machine's
/// thread-local variables of the same names (simt/abi/builtin_variables.h).
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace simt::pass {

/// 0, 1 or 2 where `call` reads threadIdx.x, .y or .z; else -1.
int thread_index_component(const llvm::CallInst& call);

/// Whether `call` reads a component of any built-in variable.
bool is_builtin_variable_read(const llvm::CallInst& call);

/// Loads a component (0 to 2) of a built-in variable.
llvm::Value* load_builtin(llvm::IRBuilder<>& builder, llvm::StringRef variable, int component);

/// Stores x, y, z to the machine's threadIdx before `before`.
void store_thread_index(llvm::Instruction* before, llvm::ArrayRef<llvm::Value*> index);

/// Turns the reads that are left into loads.
void lower_builtin_variables(llvm::Function& function);

}  // namespace simt::pass
