// SPDX-License-Identifier: Apache-2.0
/// The steps from a source file to an object file, one tool run each. For a CUDA source: device
/// pass (Clang, NVPTX bitcode), kernel pass for each image (bitcode to a host object), host pass
/// (host code, launch stubs, registration), join (one object of all).
#pragma once

#include <string>
#include <vector>

#include "tools/simtcc/command.h"
#include "tools/simtcc/invocation.h"
#include "tools/simtcc/toolchain.h"
#include "tools/simtcc/workspace.h"

namespace simt::cc {

/// What every step needs to know.
struct Context {
  const Invocation& invocation;
  const Toolchain& toolchain;
  const CommandRunner& runner;
  const Workspace& workspace;
};

/// One source on its way to an object.
struct Unit {
  Source source;
  /// Name of the object or program that the user gets, which tells apart two builds of one source.
  std::string output;
  /// Names the unit's intermediate files.
  std::string stem;
  /// Target of the rule in the unit's dependency file.
  std::string dependency_target;
};

/// What the device and the host pass write, by intermediate file.
struct PassFiles {
  std::string output;
  std::string diagnostics;
  std::string dependencies;
};

/// The forms of a module's kernels (simt_image_kind of simt/abi/kernel_abi.h).
enum class Image { kFast, kChecked };

// Each returns the exit status of the tool.
int run_device_pass(const Context& context, const Unit& unit, const std::string& module_id,
                    const PassFiles& files);
int run_kernel_pass(const Context& context, const Unit& unit, const std::string& module_id,
                    Image image, const std::string& bitcode, const PassFiles& files);
int run_host_pass(const Context& context, const Unit& unit, const std::string& module_id,
                  const std::string& fat_binary, const PassFiles& files);

/// Joins objects into one. Fails with kLink.
void join_objects(const Context& context, const std::vector<std::string>& objects,
                  const std::string& output);

/// Compiles a C or C++ source, or preprocesses a source of any language (Phase::kPreprocess,
/// Phase::kDependencies), to `output`. Fails with kCompilation.
void compile_host_source(const Context& context, const Unit& unit, const std::string& output,
                         const std::string& dependencies);
void preprocess(const Context& context, const Unit& unit, const std::string& output);

}  // namespace simt::cc
