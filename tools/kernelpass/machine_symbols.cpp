// SPDX-License-Identifier: Apache-2.0
#include "machine_symbols.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/MDBuilder.h"

namespace simt::pass {

llvm::GlobalVariable* thread_local_variable(llvm::Module& module, llvm::StringRef name,
                                            llvm::Type* type) {
  if (llvm::GlobalVariable* present = module.getNamedGlobal(name)) {
    if (present->isThreadLocal()) return present;
    // The headers declare threadIdx and its like as objects that nothing ever touches.
    present->setName("");
  }
  return new llvm::GlobalVariable(module, type, /*isConstant=*/false,
                                  llvm::GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                                  llvm::GlobalValue::InitialExecTLSModel);
}

llvm::LoadInst* invariant_load(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* pointer,
                               const llvm::Twine& name) {
  llvm::LoadInst* load = builder.CreateLoad(type, pointer, name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

bool is_machine_function(llvm::StringRef name) { return name.consume_front("simt_"); }

bool can_suspend(llvm::StringRef name) {
  static const llvm::StringSet<> suspending = {
      "simt_barrier",
      "simt_barrier_reduce",
      "simt_warp_sync",
      "simt_grid_sync",
      "simt_vote_all",
      "simt_vote_any",
      "simt_vote_uniform",
      "simt_vote_ballot",
      "simt_active_mask",
      "simt_match_any",
      "simt_match_all",
      "simt_shuffle_index",
      "simt_shuffle_up",
      "simt_shuffle_down",
      "simt_shuffle_xor",
      "simt_reduce_add",
      "simt_reduce_min_unsigned",
      "simt_reduce_max_unsigned",
      "simt_reduce_min_signed",
      "simt_reduce_max_signed",
      "simt_reduce_and",
      "simt_reduce_or",
      "simt_reduce_xor",
      "simt_nanosleep",
      "simt_poll",
  };
  return suspending.contains(name);
}

}  // namespace simt::pass
