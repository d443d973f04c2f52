// SPDX-License-Identifier: Apache-2.0
/// Errors that the user sees: they name what is not supported and point at the source line.
#pragma once

#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace simt::pass {

/// Fails the compilation with `message` at the line of `instruction`.
void report_error(const llvm::Instruction& instruction, const llvm::Twine& message);

/// The same, at the line where `function` begins.
void report_error(const llvm::Function& function, const llvm::Twine& message);

/// Fails the compilation with `message`, for things that have no line.
void report_error(const llvm::Module& module, const llvm::Twine& message);

}  // namespace simt::pass
