// SPDX-License-Identifier: Apache-2.0
/// Device pass: a CUDA source to NVPTX bitcode, as the front end leaves it.
#include "tools/simtcc/append.h"
#include "tools/simtcc/front_end.h"
#include "tools/simtcc/passes.h"
#include "tools/simtcc/precompiled_prelude.h"

namespace simt::cc {
namespace {

/// Findings name source lines, so there is always a line table. Clang keeps only directives for
/// optimised device code unless told on its inner command line; DWARF 2, its choice for NVPTX, has
/// no place for what is in a line of a kernel.
std::vector<std::string> debug_options(const Invocation& invocation) {
  return {invocation.debug ? "-g" : "-gline-tables-only", "-Xclang",
          invocation.debug ? "-debug-info-kind=constructor" : "-debug-info-kind=line-tables-only",
          "-Xclang", "-dwarf-version=5"};
}

}  // namespace

int run_device_pass(const Context& context, const Unit& unit, const std::string& module_id,
                    const PassFiles& files) {
  const Invocation& invocation = context.invocation;
  std::vector<std::string> options = cuda_language_options(context);
  append(options, architecture_macros(invocation.architecture));
  // The kernel pass optimises. With -O0 Clang would mark every function as not to be optimised.
  // Device code has no errno: without it, mathematical functions can be folded and vectorised.
  append(options, {"--cuda-device-only", "--cuda-gpu-arch=sm_90", "-O2", "-fno-math-errno",
                   "-Xclang", "-disable-llvm-passes", "-emit-llvm"});
  append(options, debug_options(invocation));
  if (!invocation.contract) options.push_back("-ffp-contract=off");
  if (invocation.flush_denormals) options.push_back("-fgpu-flush-denormals-to-zero");
  std::vector<std::string> source_options = dependency_options(context, unit, files.dependencies);
  append(source_options, module_id_options(context, module_id));
  append(source_options, {"-c", unit.source.path, "-o", files.output});
  return run_with_prelude(context, options, source_options,
                          {.program = context.toolchain.clang,
                           .arguments = {},
                           .environment = {},
                           .standard_output = {},
                           .standard_error = files.diagnostics});
}

}  // namespace simt::cc
