// SPDX-License-Identifier: Apache-2.0
/// The options of options.td as an llvm::opt::OptTable.
#pragma once

#include <llvm/Config/llvm-config.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Option/Option.h>

namespace simt::cc {

enum OptionId {
  OPT_INVALID = 0,
#if LLVM_VERSION_MAJOR >= 17
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#else
#define OPTION(PREFIX, NAME, ID, ...) OPT_##ID,
#endif
#include "options.inc"
#undef OPTION
};

const llvm::opt::OptTable& option_table();

/// Leaves out what differs from one LLVM to the next.
void print_options(llvm::raw_ostream& stream, const char* usage, const char* title);

}  // namespace simt::cc
