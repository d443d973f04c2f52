// SPDX-License-Identifier: Apache-2.0
#include "diagnostics.h"

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"

namespace simt::pass {

void report_error(const llvm::Instruction& instruction, const llvm::Twine& message) {
  const llvm::Function& function = *instruction.getFunction();
  const llvm::DebugLoc& line = instruction.getDebugLoc();
  // Without a line of its own, that of the function.
  const llvm::DiagnosticLocation place =
      line ? llvm::DiagnosticLocation(line) : llvm::DiagnosticLocation(function.getSubprogram());
  function.getContext().diagnose(llvm::DiagnosticInfoUnsupported(function, message, place));
}

void report_error(const llvm::Module& module, const llvm::Twine& message) {
  module.getContext().emitError(message);
}

}  // namespace simt::pass
