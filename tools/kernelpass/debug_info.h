// SPDX-License-Identifier: Apache-2.0
/// What a debugger is told about variables that the kernel pass moves.
#pragma once

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"

namespace simt::pass {

/// Shows `global`, which lives at `address` in the builder's function, as a local variable there,
/// found through a stack slot that holds the address.
void describe_as_local(llvm::IRBuilder<>& builder, const llvm::GlobalVariable& global,
                       llvm::Value* address);

/// Shows `global` where the pointer in `cell` points to.
void describe_through_cell(const llvm::GlobalVariable& global, llvm::GlobalVariable& cell);

/// Takes `global`, which is about to be erased, out of the list of globals of its compilation unit.
void forget(const llvm::GlobalVariable& global);

}  // namespace simt::pass
