// SPDX-License-Identifier: Apache-2.0
/// What the host object needs changed: registration of -rdc objects, and managed variables.
#pragma once

#include "llvm/IR/Module.h"
#include "options.h"

namespace simt::pass {

/// Clang registers an -rdc object through a function with a name of its own, which nvlink would
/// generate; here it calls simt_register_linked_binary(). Registration comes before all
/// constructors. Host code that uses a __managed__ variable is made to load the variable's address
/// from a pointer that simt_register_managed_variable() fills.
void adapt_host_module(llvm::Module& module, const Options& options);

}  // namespace simt::pass
