// SPDX-License-Identifier: Apache-2.0
/// Builds the options of Clang that the passes share.
#include "tools/simtcc/front_end.h"

#include <fmt/format.h>
#include <llvm/Support/Process.h>

#include "tools/simtcc/append.h"

namespace simt::cc {
namespace {

/// nvcc defines these for every source it compiles. CUDA Compiler Driver NVCC, "NVCC Identification
/// Macro".
const std::vector<std::string> nvcc_macros = {"-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13",
                                              "-D__CUDACC_VER_MINOR__=0",
                                              "-D__CUDACC_VER_BUILD__=0"};

std::vector<std::string> cuda_macros(const Invocation& invocation) {
  std::vector<std::string> macros = {
      "-D__CUDACC__",
      fmt::format("-D__CUDA_ARCH_LIST__={}", invocation.architecture.macro_value())};
  if (invocation.relocatable_device_code) macros.push_back("-D__CUDACC_RDC__");
  if (invocation.extended_lambda) macros.push_back("-D__CUDACC_EXTENDED_LAMBDA__");
  if (invocation.relaxed_constexpr) macros.push_back("-D__CUDACC_RELAXED_CONSTEXPR__");
  if (invocation.device_debug) macros.push_back("-D__CUDACC_DEBUG__");
  if (invocation.fast_math) macros.push_back("-D__USE_FAST_MATH__");
  if (invocation.per_thread_default_stream) {
    macros.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM");
  }
  return macros;
}

std::string standard_option(const Invocation& invocation) {
  return "-std=" + (invocation.standard.empty() ? "gnu++17" : invocation.standard);
}

/// Of the options for the host compiler, those that the preprocessor takes: nvcc gives them to the
/// device's preprocessor as well.
std::vector<std::string> preprocessor_options(const std::vector<std::string>& options) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string& option = options[i];
    const std::string letters = option.substr(0, 2);
    const bool takes_next = option == "-isystem" || option == "-include" || option == "-iquote" ||
                            option == "-D" || option == "-U" || option == "-I";
    if (takes_next && i + 1 < options.size()) {
      append(result, {option, options[++i]});
    } else if (letters == "-D" || letters == "-U" || letters == "-I" ||
               option.starts_with("-std=")) {
      result.push_back(option);
    }
  }
  return result;
}

std::vector<std::string> common_options(const Context& context) {
  std::vector<std::string> options = context.invocation.preprocessor;
  append(options, preprocessor_options(context.invocation.host_compiler_options));
  append(options, {"-isystem", context.toolchain.include_directory, "-Wno-unknown-warning-option"});
  append(options, context.invocation.warnings);
  if (!context.invocation.template_depth.empty()) {
    options.push_back("-ftemplate-depth=" + context.invocation.template_depth);
  }
  if (llvm::sys::Process::StandardErrHasColors()) options.push_back("-fdiagnostics-color=always");
  append(options, nvcc_macros);
  return options;
}

}  // namespace

std::vector<std::string> host_language_options(const Context& context, Language language) {
  std::vector<std::string> options = {"-x", language == Language::kC ? "c" : "c++"};
  if (language == Language::kCxx) options.push_back(standard_option(context.invocation));
  append(options, common_options(context));
  return options;
}

std::vector<std::string> cuda_language_options(const Context& context) {
  std::vector<std::string> options = {
      "-x", "cuda", standard_option(context.invocation),
      // No Toolkit: the headers are simt's.
      "--cuda-path=" + context.toolchain.include_directory, "-Qunused-arguments", "-nocudainc",
      "-nocudalib", "--no-offload-new-driver", "-Wno-unknown-cuda-version",
      // The newest that Clang 16 knows. Launches go through cudaLaunchKernel from 9.2 on.
      "-Xclang", "-target-sdk-version=11.8",
      // printf is declared as it is on the host.
      "-Xclang", "-fcuda-allow-variadic-functions",
      // threadIdx and its like are properties.
      "-fdeclspec"};
  append(options, common_options(context));
  append(options, cuda_macros(context.invocation));
  if (context.invocation.relocatable_device_code) append(options, {"-fgpu-rdc", "-fuse-cuid=none"});
  return options;
}

std::vector<std::string> module_id_options(const Context& context, const std::string& module_id) {
  if (!context.invocation.relocatable_device_code) return {};
  return {"-Xclang", "-cuid=" + module_id};
}

std::vector<std::string> host_code_options(const Context& context) {
  const Invocation& invocation = context.invocation;
  std::vector<std::string> options = {"-fPIC"};
  if (invocation.optimization) options.push_back(std::string("-O") + *invocation.optimization);
  if (invocation.debug) options.push_back("-g");
  if (invocation.profile) options.push_back("-pg");
  append(options, invocation.host_compiler_options);
  return options;
}

std::vector<std::string> dependency_options(const Context& context, const Unit& unit,
                                            const std::string& file) {
  const DependencyOptions& dependencies = context.invocation.dependencies;
  if (!dependencies.with_compile) return {};
  return {dependencies.system_headers ? "-MD" : "-MMD", "-MF", file, "-MT", unit.dependency_target};
}

std::vector<std::string> kernel_pass_environment(const Context& context, const Unit& unit,
                                                 const std::string& module_id,
                                                 const std::string& image) {
  return {"SIMT_PASS_IMAGE=" + image, "SIMT_PASS_MODULE_ID=" + module_id,
          "SIMT_PASS_SOURCE=" + unit.source.path,
          std::string("SIMT_PASS_RDC=") + (context.invocation.relocatable_device_code ? "1" : "0")};
}

}  // namespace simt::cc
