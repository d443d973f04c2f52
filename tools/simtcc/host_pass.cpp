// SPDX-License-Identifier: Apache-2.0
/// Host pass: a CUDA source to a host object with launch stubs and registration. The kernel pass is
/// loaded here too: it turns managed variables and relocatable modules to what the runtime expects.
#include "tools/simtcc/append.h"
#include "tools/simtcc/front_end.h"
#include "tools/simtcc/passes.h"

namespace simt::cc {
int run_host_pass(const Context& context, const Unit& unit, const std::string& module_id,
                  const std::string& fat_binary, const PassFiles& files) {
  std::vector<std::string> arguments = cuda_language_options(context, module_id);
  append(arguments, {"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang",
                     fat_binary, "-fpass-plugin=" + context.toolchain.kernel_pass});
  append(arguments, host_code_options(context));
  append(arguments, dependency_options(context, unit, files.dependencies));
  append(arguments, {"-c", unit.source.path, "-o", files.output});
  return context.runner.run(
      {.program = context.toolchain.clang,
       .arguments = std::move(arguments),
       .environment = kernel_pass_environment(context, unit, module_id, "host"),
       .standard_output = {},
       .standard_error = files.diagnostics});
}

}  // namespace simt::cc
