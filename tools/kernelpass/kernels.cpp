// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include "annotations.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

namespace simt::pass {
namespace {

std::uint32_t integer_attribute(const llvm::Function& function, llvm::StringRef name) {
  std::uint32_t value = 0;
  function.getFnAttribute(name).getValueAsString().getAsInteger(10, value);
  return value;
}

/// Applies one key and value of !nvvm.annotations.
void annotate(Kernel& kernel, bool& is_kernel, llvm::StringRef key, std::uint32_t value) {
  if (key == "kernel") {
    is_kernel = value == 1;
  } else if (key == "maxntidx") {
    kernel.max_threads_per_block = value;
  } else if (key == "minctasm") {
    kernel.min_blocks_per_multiprocessor = value;
  }
}

}  // namespace

std::vector<Kernel> take_kernels(llvm::Module& module) {
  llvm::MapVector<llvm::Function*, std::pair<Kernel, bool>> found;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel) {
      function.setCallingConv(llvm::CallingConv::C);
      found[&function] = {Kernel{&function, integer_attribute(function, "nvvm.maxntid"),
                                 integer_attribute(function, "nvvm.minctasm")},
                          true};
    }
  }
  if (llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations")) {
    for (const llvm::MDNode* node : annotations->operands()) {
      auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
      if (function == nullptr) continue;
      auto& [kernel, is_kernel] = found[function];
      kernel.function = function;
      for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
        const auto* key = llvm::dyn_cast<llvm::MDString>(node->getOperand(i));
        auto* value = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(i + 1));
        if (key != nullptr && value != nullptr) {
          annotate(kernel, is_kernel, key->getString(),
                   static_cast<std::uint32_t>(value->getZExtValue()));
        }
      }
    }
    annotations->eraseFromParent();
  }
  for (llvm::Function* function : annotated_functions(module, "simt.shape_invariant")) {
    if (const auto kernel = found.find(function); kernel != found.end()) {
      kernel->second.first.shape_invariant = true;
    }
  }
  std::vector<Kernel> kernels;
  for (auto& [function, entry] : found) {
    if (entry.second && !function->isDeclaration()) kernels.push_back(entry.first);
  }
  return kernels;
}

}  // namespace simt::pass
