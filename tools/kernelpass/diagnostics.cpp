// SPDX-License-Identifier: Apache-2.0
#include "diagnostics.h"

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"

namespace simt::pass {

void report_error(const llvm::Instruction& instruction, const llvm::Twine& message) {
  const llvm::Function& function = *instruction.getFunction();
  function.getContext().diagnose(
      llvm::DiagnosticInfoUnsupported(function, message, instruction.getDebugLoc()));
}

void report_error(const llvm::Function& function, const llvm::Twine& message) {
  function.getContext().diagnose(llvm::DiagnosticInfoUnsupported(
      function, message, llvm::DiagnosticLocation(function.getSubprogram())));
}

void report_error(const llvm::Module& module, const llvm::Twine& message) {
  module.getContext().emitError(message);
}

}  // namespace simt::pass
