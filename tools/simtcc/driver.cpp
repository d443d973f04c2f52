// SPDX-License-Identifier: Apache-2.0
/// Compiles the sources of an invocation, a few at a time, and makes its outputs. They appear when
/// everything has succeeded.
#include "tools/simtcc/driver.h"

#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "tools/simtcc/compile.h"
#include "tools/simtcc/dependencies.h"
#include "tools/simtcc/failure.h"
#include "tools/simtcc/link.h"

namespace simt::cc {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

void check_readable(const std::string& file) {
  if (!fs::exists(file)) fail(ExitStatus::kInput, "no such file: '{}'", file);
  if (fs::is_directory(file)) fail(ExitStatus::kInput, "'{}' is a directory", file);
  int descriptor = 0;
  if (const std::error_code error = fs::openFileForRead(file, descriptor)) {
    fail(ExitStatus::kInput, "cannot read '{}': {}", file, error.message());
  }
  static_cast<void>(fs::closeFile(descriptor));
}

void check_inputs(const Invocation& invocation) {
  for (const Source& source : invocation.sources) check_readable(source.path);
  for (std::size_t i = 0; i < invocation.link_inputs.size(); ++i) {
    const std::string& input = invocation.link_inputs[i];
    if (input == "-Xlinker") {
      ++i;
    } else if (!input.starts_with('-')) {
      check_readable(input);
    }
  }
}

/// Name of an output that the user did not name: the source's, with another extension.
std::string default_output(const Invocation& invocation, const Source& source,
                           const std::string& extension) {
  const std::string name = path::stem(source.path).str() + extension;
  return invocation.output_directory.empty() ? name : invocation.output_directory + "/" + name;
}

std::string with_extension(const std::string& file, const std::string& extension) {
  llvm::SmallString<128> result(file);
  path::replace_extension(result, extension);
  return result.str().str();
}

/// Calls the function for each index below `count`, on up to `threads` threads. The first failure
/// keeps further calls from starting and is thrown when all have ended.
void for_each_index(std::size_t count, unsigned threads,
                    const std::function<void(std::size_t)>& function) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        function(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::jthread> workers;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i)
    workers.emplace_back(work);
  work();
  workers.clear();
  if (failure) std::rethrow_exception(failure);
}

class Driver {
 public:
  Driver(const Invocation& invocation, const char* program_name)
      : invocation_(invocation),
        toolchain_(find_toolchain(program_name)),
        runner_(invocation.verbose, invocation.dryrun),
        workspace_(invocation),
        context_{invocation_, toolchain_, runner_, workspace_} {}

  void run() {
    check_inputs(invocation_);
    switch (invocation_.phase) {
      case Phase::kPreprocess:
        for (const Source& source : invocation_.sources) preprocess_source(source);
        break;
      case Phase::kDependencies:
        write_dependency_rules();
        break;
      case Phase::kCompile:
        compile_to_objects();
        break;
      case Phase::kDeviceLink:
        device_link(context_, add_output(output_or("a_dlink.o")));
        break;
      case Phase::kArchive:
        archive_objects();
        break;
      default:
        link_objects();
    }
    for (OutputFile& output : outputs_) output.commit();
  }

 private:
  std::string output_or(const std::string& name) const {
    return invocation_.output.empty() ? name : invocation_.output;
  }

  /// Where to write a file that the user will find under `path`.
  std::string add_output(const std::string& file) {
    return outputs_.emplace_back(file, invocation_.dryrun).temporary_path();
  }

  void preprocess_source(const Source& source) {
    const Unit unit = {source, source.path, "preprocessed", ""};
    preprocess(context_, unit, invocation_.output.empty() ? "-" : add_output(invocation_.output));
  }

  void write_dependency_rules() {
    std::string text;
    for (const Source& source : invocation_.sources) {
      const std::string object = default_output(invocation_, source, ".o");
      const Unit unit = {source, object, "dependencies", target_of(object)};
      const std::string rule = workspace_.file(unit.stem + ".d");
      preprocess(context_, unit, rule);
      if (!invocation_.dryrun) {
        text += merge_rules(unit.dependency_target, source.path, {read_file(rule)},
                            invocation_.dependencies.empty_rules);
      }
    }
    const std::string& file =
        invocation_.dependencies.file.empty() ? invocation_.output : invocation_.dependencies.file;
    if (file.empty()) {
      llvm::outs() << text;
    } else if (!invocation_.dryrun) {
      write_file(add_output(file), text);
    }
  }

  std::string target_of(const std::string& object) const {
    const std::string& target = invocation_.dependencies.target;
    return target.empty() ? object : target;
  }

  void compile_to_objects() {
    std::vector<std::string> finals;
    std::vector<std::string> objects;
    for (const Source& source : invocation_.sources) {
      finals.push_back(output_or(default_output(invocation_, source, ".o")));
      objects.push_back(add_output(finals.back()));
    }
    compile_all(finals, objects);
  }

  /// Compiles each source for a program or library to an intermediate object.
  std::vector<std::string> compile_for(const std::string& output) {
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < invocation_.sources.size(); ++i) {
      objects.push_back(workspace_.file(stem(i) + ".o"));
    }
    compile_all(std::vector(invocation_.sources.size(), output), objects);
    return objects;
  }

  void compile_all(const std::vector<std::string>& finals,
                   const std::vector<std::string>& objects) {
    std::vector<std::string> dependency_files;
    for (std::size_t i = 0; i < finals.size(); ++i) {
      dependency_files.push_back(dependency_output(i, finals[i]));
    }
    for_each_index(finals.size(), invocation_.dryrun ? 1 : invocation_.threads, [&](std::size_t i) {
      const Unit unit = {invocation_.sources[i], finals[i], stem(i), target_of(finals[i])};
      compile(context_, unit, objects[i], dependency_files[i]);
    });
  }

  std::string dependency_output(std::size_t index, const std::string& final_path) {
    const DependencyOptions& dependencies = invocation_.dependencies;
    if (!dependencies.with_compile) return {};
    if (!dependencies.file.empty()) return add_output(dependencies.file);
    return add_output(invocation_.phase == Phase::kCompile
                          ? with_extension(final_path, "d")
                          : default_output(invocation_, invocation_.sources[index], ".d"));
  }

  /// Sources of the same name get different intermediate files.
  std::string stem(std::size_t index) const {
    return fmt::format("{}-{}", path::stem(invocation_.sources[index].path).str(), index);
  }

  void link_objects() {
    const std::string output = output_or("a.out");
    const std::string temporary = add_output(output);
    link(context_, compile_for(output), temporary);
  }

  void archive_objects() {
    const std::string output = output_or("a.a");
    const std::string temporary = add_output(output);
    std::vector<std::string> objects = compile_for(output);
    for (const std::string& input : invocation_.link_inputs) {
      if (!input.starts_with('-')) objects.push_back(input);
    }
    archive(context_, objects, temporary);
  }

  const Invocation& invocation_;
  Toolchain toolchain_;
  CommandRunner runner_;
  Workspace workspace_;
  Context context_;
  std::deque<OutputFile> outputs_;
};

void print_version(const char* program_name) {
  const Toolchain toolchain = find_toolchain(program_name);
  llvm::outs() << "simtcc " << simtcc_version() << ", a compiler driver for CUDA C++\n"
               << "Takes CUDA release 13.0, V13.0.0\n"
               << "Clang " << toolchain.clang_version << " (" << toolchain.clang << ")\n";
}

}  // namespace

void run(const Invocation& invocation, const char* program_name) {
  switch (invocation.phase) {
    case Phase::kHelp:
      return print_help();
    case Phase::kVersion:
      return print_version(program_name);
    case Phase::kListGpuArch:
      llvm::outs() << list_architectures("compute_");
      return;
    case Phase::kListGpuCode:
      llvm::outs() << list_architectures("sm_");
      return;
    default:
      Driver(invocation, program_name).run();
  }
}

}  // namespace simt::cc
