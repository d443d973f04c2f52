// SPDX-License-Identifier: Apache-2.0
/// Host pass: a CUDA source to a host object with launch stubs and registration. The kernel pass is
/// loaded here too: it turns managed variables and relocatable modules to what the runtime expects.
#include "tools/simtcc/append.h"
#include "tools/simtcc/front_end.h"
#include "tools/simtcc/passes.h"
#include "tools/simtcc/precompiled_prelude.h"

namespace simt::cc {
int run_host_pass(const Context& context, const Unit& unit, const std::string& module_id,
                  const std::string& fat_binary, const PassFiles& files) {
  std::vector<std::string> options = cuda_language_options(context);
  options.push_back("--cuda-host-only");
  append(options, host_code_options(context));
  std::vector<std::string> source_options = {"-Xclang", "-fcuda-include-gpubinary", "-Xclang",
                                             fat_binary,
                                             "-fpass-plugin=" + context.toolchain.kernel_pass};
  append(source_options, dependency_options(context, unit, files.dependencies));
  append(source_options, module_id_options(context, module_id));
  append(source_options, {"-c", unit.source.path, "-o", files.output});
  return run_with_prelude(context, options, source_options,
                          {.program = context.toolchain.clang,
                           .arguments = {},
                           .environment = kernel_pass_environment(context, unit, module_id, "host"),
                           .standard_output = {},
                           .standard_error = files.diagnostics});
}

}  // namespace simt::cc
