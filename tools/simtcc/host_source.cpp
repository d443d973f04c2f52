// SPDX-License-Identifier: Apache-2.0
/// Sources that are not CUDA, and preprocessing.
#include <llvm/Support/FileSystem.h>

#include "tools/simtcc/append.h"
#include "tools/simtcc/failure.h"
#include "tools/simtcc/front_end.h"
#include "tools/simtcc/passes.h"

namespace simt::cc {
namespace {

/// The compiler that -ccbin names, a program or a directory with one; else Clang.
std::string host_compiler(const Context& context, Language language) {
  const std::string& chosen = context.invocation.host_compiler;
  if (chosen.empty()) return context.toolchain.clang;
  if (!llvm::sys::fs::is_directory(chosen)) return chosen;
  return chosen + (language == Language::kC ? "/gcc" : "/g++");
}

void run(const Context& context, const std::string& compiler, std::vector<std::string> arguments) {
  const int status = context.runner.run({.program = compiler,
                                         .arguments = std::move(arguments),
                                         .environment = {},
                                         .standard_output = {},
                                         .standard_error = {}});
  if (status != 0) throw Failure(ExitStatus::kCompilation, "");
}

}  // namespace

void compile_host_source(const Context& context, const Unit& unit, const std::string& output,
                         const std::string& dependencies) {
  const Language language = unit.source.language;
  std::vector<std::string> arguments = host_language_options(context, language);
  append(arguments, host_code_options(context));
  append(arguments, dependency_options(context, unit, dependencies));
  append(arguments, {"-c", unit.source.path, "-o", output});
  run(context, host_compiler(context, language), std::move(arguments));
}

void preprocess(const Context& context, const Unit& unit, const std::string& output) {
  const bool cuda = unit.source.language == Language::kCuda;
  std::vector<std::string> arguments =
      cuda ? cuda_language_options(context) : host_language_options(context, unit.source.language);
  if (cuda) {
    arguments.insert(arguments.begin(), {"-include", "simt/prelude.h"});
    arguments.push_back("--cuda-host-only");
  }
  append(arguments, host_code_options(context));
  if (context.invocation.phase == Phase::kDependencies) {
    append(arguments, {context.invocation.dependencies.system_headers ? "-M" : "-MM", "-MT",
                       unit.dependency_target});
  } else {
    arguments.push_back("-E");
  }
  append(arguments, {unit.source.path, "-o", output});
  run(context, context.toolchain.clang, std::move(arguments));
}

}  // namespace simt::cc
