// SPDX-License-Identifier: Apache-2.0
/// Runs the passes of one source. Device code and host code are compiled at the same time, and so
/// are the two images of the device code.
#include "tools/simtcc/compile.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <future>

#include "tools/simtcc/dependencies.h"
#include "tools/simtcc/diagnostics.h"
#include "tools/simtcc/failure.h"
#include "tools/simtcc/fat_binary.h"
#include "tools/simtcc/front_end.h"

namespace simt::cc {
namespace {

std::string absolute(const std::string& path) {
  llvm::SmallString<256> absolute_path(path);
  if (const std::error_code error = llvm::sys::fs::make_absolute(absolute_path)) {
    fail(ExitStatus::kInput, "the working directory cannot be found: {}", error.message());
  }
  return absolute_path.str().str();
}

std::string module_id_of(const Context& context, const Unit& unit) {
  std::vector<std::string> identity = cuda_language_options(context);
  for (const std::string& option : host_code_options(context)) identity.push_back(option);
  for (const std::string& macro : architecture_macros(context.invocation.architecture)) {
    identity.push_back(macro);
  }
  identity.push_back(absolute(unit.source.path));
  identity.push_back(absolute(unit.output));
  return module_id(identity);
}

PassFiles pass_files(const Context& context, const Unit& unit, const std::string& pass,
                     const std::string& extension) {
  const std::string stem = unit.stem + "." + pass;
  return {.output = context.workspace.file(stem + extension),
          .diagnostics = context.workspace.file(stem + ".txt"),
          .dependencies = context.workspace.file(stem + ".d")};
}

void show_diagnostics(const Context& context, const std::vector<std::string>& files) {
  if (context.runner.dryrun()) return;
  std::vector<std::string> texts;
  for (const std::string& file : files) {
    if (llvm::sys::fs::exists(file)) texts.push_back(read_file(file));
  }
  llvm::errs() << merge_diagnostics(texts);
}

void write_dependencies(const Context& context, const Unit& unit,
                        const std::vector<std::string>& files, const std::string& output) {
  const DependencyOptions& options = context.invocation.dependencies;
  if (!options.with_compile || context.runner.dryrun()) return;
  std::vector<std::string> rules;
  for (const std::string& file : files) rules.push_back(read_file(file));
  write_file(output,
             merge_rules(unit.dependency_target, unit.source.path, rules, options.empty_rules));
}

void compile_cuda(const Context& context, const Unit& unit, const std::string& object,
                  const std::string& dependency_file) {
  const std::string id = module_id_of(context, unit);
  const PassFiles device = pass_files(context, unit, "device", ".bc");
  const PassFiles fast = pass_files(context, unit, "fast", ".o");
  const PassFiles checked = pass_files(context, unit, "checked", ".o");
  const PassFiles host = pass_files(context, unit, "host", ".o");
  const std::string blob = context.workspace.file(unit.stem + ".fatbin");
  if (!context.runner.dryrun()) write_file(blob, fat_binary(id, simtcc_version()));

  // Commands that are only shown come in a fixed order.
  const auto policy = context.runner.dryrun() ? std::launch::deferred : std::launch::async;
  std::future<int> device_status = std::async(policy, [&] {
    const int status = run_device_pass(context, unit, id, device);
    if (status != 0) return status;
    const auto kernel_pass = [&](Image image, const PassFiles& files) {
      return run_kernel_pass(context, unit, id, image, device.output, files);
    };
    if (!context.invocation.checked_image) return kernel_pass(Image::kFast, fast);
    std::future<int> fast_status = std::async(policy, kernel_pass, Image::kFast, fast);
    const int checked_status = kernel_pass(Image::kChecked, checked);
    return fast_status.get() != 0 ? 1 : checked_status;
  });
  const int host_status = run_host_pass(context, unit, id, blob, host);
  const bool succeeded = device_status.get() == 0 && host_status == 0;
  show_diagnostics(context,
                   {host.diagnostics, device.diagnostics, fast.diagnostics, checked.diagnostics});
  if (!succeeded) throw Failure(ExitStatus::kCompilation, "");
  std::vector<std::string> objects = {host.output, fast.output};
  if (context.invocation.checked_image) objects.push_back(checked.output);
  join_objects(context, objects, object);
  write_dependencies(context, unit, {host.dependencies, device.dependencies}, dependency_file);
}

}  // namespace

void compile(const Context& context, const Unit& unit, const std::string& object,
             const std::string& dependency_file) {
  if (unit.source.language == Language::kCuda) {
    compile_cuda(context, unit, object, dependency_file);
    return;
  }
  const std::string rule = context.workspace.file(unit.stem + ".d");
  compile_host_source(context, unit, object, rule);
  write_dependencies(context, unit, {rule}, dependency_file);
}

}  // namespace simt::cc
