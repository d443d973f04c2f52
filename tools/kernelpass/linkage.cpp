// SPDX-License-Identifier: Apache-2.0
#include "linkage.h"

#include "diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "machine_symbols.h"

namespace simt::pass {
namespace {

/// Functions of C's <math.h> that some version of LLVM does not know.
bool is_mathematical_function(llvm::StringRef name) {
  static const llvm::StringSet<> known = {
      "erf",     "erfc",   "fdim",   "hypot",  "ilogb",   "j0",        "j1",         "jn",
      "lgamma",  "lrint",  "llrint", "lround", "llround", "nextafter", "nexttoward", "remquo",
      "scalbln", "scalbn", "tgamma", "y0",     "y1",      "yn"};
  return known.contains(name) ||
         ((name.consume_back("f") || name.consume_back("l")) && known.contains(name));
}

/// Names that libsimt, the C library or the compiler's runtime defines, as host code of the same
/// calling convention.
bool is_library_function(const llvm::Function& function) {
  static const llvm::TargetLibraryInfoImpl library{
      llvm::Triple(function.getParent()->getTargetTriple())};
  const llvm::StringRef name = function.getName();
  llvm::LibFunc known;
  if (is_machine_function(name) || library.getLibFunc(name, known)) return true;
  return is_mathematical_function(name) || name.substr(0, 2) == "__";
}

void report_undefined(const llvm::Function& function) {
  const std::string message = "the __device__ function '" +
                              llvm::demangle(function.getName().str()) +
                              "' is declared but not defined in this file; with -rdc=true it may "
                              "be defined in another one";
  for (const llvm::User* user : function.users()) {
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      report_error(*instruction, message);
      return;
    }
  }
  report_error(*function.getParent(), message);
}

}  // namespace

std::string image_symbol(llvm::StringRef name, const Options& options) {
  return (name + (options.image == Image::kChecked ? ".simt_checked" : ".simt_fast")).str();
}

bool is_exported(const llvm::Function& function) {
  return !function.hasLocalLinkage() && !function.hasLinkOnceLinkage() &&
         !function.hasAvailableExternallyLinkage();
}

bool is_foreign(const llvm::Function& function) {
  return function.isDeclaration() && !function.isIntrinsic() && !is_library_function(function);
}

void set_linkage(llvm::Module& module, const Options& options) {
  for (llvm::Function& function : module) {
    if (function.isIntrinsic() || function.hasLocalLinkage()) continue;
    if (function.isDeclaration()) {
      if (function.use_empty() || is_library_function(function)) continue;
      if (options.relocatable) {
        function.setName(image_symbol(function.getName(), options));
      } else {
        report_undefined(function);
      }
      continue;
    }
    if (!options.relocatable || !is_exported(function)) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    } else {
      function.setName(image_symbol(function.getName(), options));
    }
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setDSOLocal(function.hasLocalLinkage());
  }
  for (llvm::GlobalVariable& global : module.globals()) {
    global.setComdat(nullptr);
    if (global.hasInitializer() && global.hasLinkOnceLinkage()) {
      global.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
}

}  // namespace simt::pass
