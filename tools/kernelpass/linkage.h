// SPDX-License-Identifier: Apache-2.0
/// Who can see a device symbol. Without -rdc nobody outside its module; with -rdc other modules do,
/// under a name of its own for each image, so that host functions of the same name never clash.
#pragma once

#include <string>

#include "llvm/IR/Module.h"
#include "options.h"

namespace simt::pass {

/// The object-file symbol of the device symbol `name` in this image.
std::string image_symbol(llvm::StringRef name, const Options& options);

/// Whether other modules may call a function that this one defines, given -rdc=true. Inline
/// functions and templates are not shared: every module has its own copy.
bool is_exported(const llvm::Function& function);

/// Whether another module defines `function`, given -rdc=true.
bool is_foreign(const llvm::Function& function);

/// Gives every device function its linkage. A function that is declared, not defined, and neither
/// the machine's nor the C library's is an error unless -rdc=true lets another module define it.
void set_linkage(llvm::Module& module, const Options& options);

}  // namespace simt::pass
