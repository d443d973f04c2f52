// SPDX-License-Identifier: Apache-2.0
/// Joins the objects of a module's passes into the one object that the user sees.
#include "tools/simtcc/failure.h"
#include "tools/simtcc/passes.h"

namespace simt::cc {

void join_objects(const Context& context, const std::vector<std::string>& objects,
                  const std::string& output) {
  std::vector<std::string> arguments = {"-nostdlib", "-r", "-o", output};
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  const int status = context.runner.run({.program = context.toolchain.clang,
                                         .arguments = std::move(arguments),
                                         .environment = {},
                                         .standard_output = {},
                                         .standard_error = {}});
  if (status != 0) fail(ExitStatus::kLink, "cannot join the passes' objects into '{}'", output);
}

}  // namespace simt::cc
