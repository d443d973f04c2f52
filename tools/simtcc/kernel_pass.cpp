// SPDX-License-Identifier: Apache-2.0
/// Kernel pass: bitcode to a host object with one of the module's images, by Clang with the plugin
/// of tools/kernelpass.
#include <llvm/Config/llvm-config.h>

#include <algorithm>

#include "tools/simtcc/front_end.h"
#include "tools/simtcc/passes.h"

namespace simt::cc {
namespace {

/// -O speaks of both kinds of code; with debug information and no level, kernels are left as
/// written, so that a debugger can show them.
char kernel_optimization(const Invocation& invocation) {
  if (invocation.device_debug) return '0';
  if (invocation.optimization) return *invocation.optimization;
  return invocation.debug ? '0' : '2';
}

/// Calls at every access leave little to gain above -O1.
char kernel_optimization(const Invocation& invocation, Image image) {
  const char level = kernel_optimization(invocation);
  return image == Image::kFast ? level : std::min(level, '1');
}

}  // namespace

int run_kernel_pass(const Context& context, const Unit& unit, const std::string& module_id,
                    Image image, const std::string& bitcode, const PassFiles& files) {
  return context.runner.run(
      {.program = context.toolchain.clang,
       .arguments = {"-x", "ir", "--target=" LLVM_DEFAULT_TARGET_TRIPLE,
                     std::string("-O") + kernel_optimization(context.invocation, image),
                     "-fpass-plugin=" + context.toolchain.kernel_pass, "-Wno-override-module",
                     // For 128-bit atomics.
                     "-mcx16", "-fPIC", "-c", bitcode, "-o", files.output},
       .environment = kernel_pass_environment(context, unit, module_id,
                                              image == Image::kFast ? "fast" : "checked"),
       .standard_output = {},
       .standard_error = files.diagnostics});
}

}  // namespace simt::cc
