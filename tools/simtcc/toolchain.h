// SPDX-License-Identifier: Apache-2.0
/// The parts that simtcc puts together: Clang, the headers, the kernel pass and the runtime
/// library.
#pragma once

#include <string>

namespace simt::cc {

struct Toolchain {
  /// clang++ of the LLVM that the kernel pass was built with.
  std::string clang;
  /// Full version of that Clang, e.g. 19.1.7.
  std::string clang_version;
  /// Directory of CUDA's headers.
  std::string include_directory;
  std::string kernel_pass;
  /// Directory of libsimt.so.
  std::string library_directory;
};

/// Finds the parts from the place of the running program, `<prefix>/bin/simtcc`. Clang is the one
/// named by SIMTCC_CLANG, else the one simt was built with, else one on the PATH. Fails with
/// kToolchain where a part is missing or Clang has another major version than the kernel pass.
Toolchain find_toolchain(const char* program_name);

/// Version of simtcc, e.g. 0.1.0.
const char* simtcc_version();

}  // namespace simt::cc
