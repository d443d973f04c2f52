// SPDX-License-Identifier: Apache-2.0
/// The machine's functions and thread-local variables (simt/abi) as the kernel pass refers to them.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace simt::pass {

/// An external thread-local variable of libsimt. libsimt is loaded at program start, so the
/// cheapest model that reaches another library (initial-exec) holds.
llvm::GlobalVariable* thread_local_variable(llvm::Module& module, llvm::StringRef name,
                                            llvm::Type* type);

/// Emits a load that yields the same value wherever it is executed within one call of a function.
llvm::LoadInst* invariant_load(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* pointer,
                               const llvm::Twine& name = "");

/// Whether `name` is one of the machine's functions that can suspend the calling thread.
bool can_suspend(llvm::StringRef name);

/// Whether `name` is defined in libsimt.
bool is_machine_function(llvm::StringRef name);

}  // namespace simt::pass
