// SPDX-License-Identifier: Apache-2.0
/// Runs the linker, by way of Clang, and the archiver.
#include "tools/simtcc/link.h"

#include "tools/simtcc/append.h"
#include "tools/simtcc/failure.h"

namespace simt::cc {
namespace {

void run(const Context& context, const std::string& program, std::vector<std::string> arguments,
         const std::string& what) {
  const int status = context.runner.run({.program = program,
                                         .arguments = std::move(arguments),
                                         .environment = {},
                                         .standard_output = {},
                                         .standard_error = {}});
  if (status != 0) fail(ExitStatus::kLink, "cannot {}", what);
}

}  // namespace

void link(const Context& context, const std::vector<std::string>& objects,
          const std::string& output) {
  const Invocation& invocation = context.invocation;
  std::vector<std::string> arguments;
  if (invocation.shared) arguments.push_back("-shared");
  if (invocation.profile) arguments.push_back("-pg");
  append(arguments, {"-Qunused-arguments", "-o", output});
  append(arguments, invocation.host_compiler_options);
  // A group, as nvcc makes one: the order of libraries does not matter.
  arguments.push_back("-Wl,--start-group");
  append(arguments, objects);
  append(arguments, invocation.link_inputs);
  const std::string& libraries = context.toolchain.library_directory;
  append(arguments, {"-Wl,--end-group", "-L" + libraries, "-lsimt", "-Wl,-rpath," + libraries});
  run(context, context.toolchain.clang, std::move(arguments), "link");
}

void archive(const Context& context, const std::vector<std::string>& objects,
             const std::string& output) {
  // The file exists already, empty, and ar takes that for a broken archive.
  write_file(output, "!<arch>\n");
  std::vector<std::string> arguments = {"rcs"};
  append(arguments, context.invocation.archive_options);
  arguments.push_back(output);
  append(arguments, objects);
  run(context, "ar", std::move(arguments), "make the library");
}

void device_link(const Context& context, const std::string& output) {
  run(context, context.toolchain.clang, {"-x", "c", "-fPIC", "-c", "/dev/null", "-o", output},
      "write the object of the device link");
}

}  // namespace simt::cc
