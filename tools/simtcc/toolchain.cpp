// SPDX-License-Identifier: Apache-2.0
/// Finds Clang and the parts of simt.
#include "tools/simtcc/toolchain.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include <cstdlib>

#include "tools/simtcc/command.h"
#include "tools/simtcc/failure.h"
#include "tools/simtcc/workspace.h"

namespace simt::cc {
namespace {

namespace fs = llvm::sys::fs;

std::string find_clang() {
  if (const char* chosen = std::getenv("SIMTCC_CLANG"); chosen != nullptr && *chosen != '\0') {
    if (auto path = llvm::sys::findProgramByName(chosen); path && fs::can_execute(*path)) {
      return *path;
    }
    fail(ExitStatus::kToolchain, "SIMTCC_CLANG names '{}', which is no program", chosen);
  }
  const std::string versioned = "clang++-" + std::to_string(LLVM_VERSION_MAJOR);
  for (const std::string& name :
       {std::string(SIMTCC_BUILT_WITH), versioned, std::string("clang++")}) {
    if (auto path = llvm::sys::findProgramByName(name); path && fs::can_execute(*path)) {
      return *path;
    }
  }
  fail(ExitStatus::kToolchain,
       "no Clang found: install clang-{0} or set SIMTCC_CLANG to a clang++ {0}",
       LLVM_VERSION_MAJOR);
}

/// What `clang++ -dumpversion` prints.
std::string version_of(const std::string& clang) {
  llvm::SmallString<64> file;
  if (const std::error_code error = fs::createTemporaryFile("simtcc", "version", file)) {
    fail(ExitStatus::kOutput, "cannot create a temporary file: {}", error.message());
  }
  const llvm::FileRemover remover(file);
  const CommandRunner runner(/*verbose=*/false, /*dryrun=*/false);
  const int status = runner.run({.program = clang,
                                 .arguments = {"-dumpversion"},
                                 .environment = {},
                                 .standard_output = file.str().str(),
                                 .standard_error = "/dev/null"});
  const std::string text = read_file(file.str().str());
  if (status != 0) fail(ExitStatus::kToolchain, "'{}' does not tell its version", clang);
  return text.substr(0, text.find('\n'));
}

void check_version(const Toolchain& toolchain) {
  const std::string& version = toolchain.clang_version;
  if (version.substr(0, version.find('.')) == std::to_string(LLVM_VERSION_MAJOR)) return;
  fail(ExitStatus::kToolchain,
       "'{}' is Clang {}, but this simtcc and its kernel pass are built for Clang {}: set "
       "SIMTCC_CLANG to a clang++ {}, or build simt for the other one",
       toolchain.clang, version, LLVM_VERSION_MAJOR, LLVM_VERSION_MAJOR);
}

std::string find_library_directory(const std::string& prefix) {
  for (const char* name : {"lib", SIMTCC_LIBDIR}) {
    const std::string directory = prefix + "/" + name;
    if (fs::is_directory(directory + "/simt/include")) return directory;
  }
  fail(ExitStatus::kToolchain, "the headers of simt are not in '{}/{}/simt/include'", prefix,
       SIMTCC_LIBDIR);
}

}  // namespace

Toolchain find_toolchain(const char* program_name) {
  const std::string executable =
      fs::getMainExecutable(program_name, reinterpret_cast<void*>(&find_toolchain));
  const std::string prefix =
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(executable)).str();
  Toolchain toolchain;
  toolchain.library_directory = find_library_directory(prefix);
  toolchain.include_directory = toolchain.library_directory + "/simt/include";
  toolchain.kernel_pass = toolchain.library_directory + "/simt/kernelpass.so";
  if (!fs::exists(toolchain.kernel_pass)) {
    fail(ExitStatus::kToolchain, "the kernel pass is missing: '{}'", toolchain.kernel_pass);
  }
  toolchain.clang = find_clang();
  toolchain.clang_version = version_of(toolchain.clang);
  check_version(toolchain);
  return toolchain;
}

const char* simtcc_version() { return SIMTCC_VERSION; }

}  // namespace simt::cc
