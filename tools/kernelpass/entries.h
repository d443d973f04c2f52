// SPDX-License-Identifier: Apache-2.0
/// How the machine enters a kernel: by one thread, or by a whole block where no thread can wait.
#pragma once

#include <vector>

#include "kernels.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "simt/abi/kernel_abi.h"

namespace simt::pass {

/// void(ptr parameters): unpacks the launch's parameter buffer and calls the kernel.
llvm::Function* make_thread_entry(const Kernel& kernel);

/// Where each parameter of the kernel lies in the parameter buffer: offset, size, alignment in
/// bytes.
std::vector<simt_parameter_record> parameter_layout(const llvm::Function& kernel);

/// Fails the compilation where the parameters take more than the 32764 bytes that CUDA allows, and
/// where one is a reference or there are arbitrarily many. CUDA Programming Guide, "__global__
/// Function Parameters".
void check_parameters(const llvm::Function& kernel,
                      const std::vector<simt_parameter_record>& layout);

/// void(ptr parameters): `thread_entry` inlined into a loop over the block's threads, x innermost.
/// Only for entries that cannot suspend.
llvm::Function* make_block_entry(llvm::Function& thread_entry,
                                 llvm::FunctionAnalysisManager& analyses);

}  // namespace simt::pass
