// SPDX-License-Identifier: Apache-2.0
/// Reads the command line into an Invocation.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/StringSaver.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <thread>
#include <utility>

#include "tools/simtcc/append.h"
#include "tools/simtcc/failure.h"
#include "tools/simtcc/invocation.h"
#include "tools/simtcc/option_table.h"

namespace simt::cc {
namespace {

using llvm::opt::Arg;
using llvm::opt::InputArgList;

/// Libraries that a Toolkit links with and whose contents are in libsimt or in headers.
constexpr std::array provided_libraries = {"cuda",      "cudart",     "cudart_static",
                                           "cudadevrt", "nvToolsExt", "simt"};

/// Libraries of the Toolkit, or named like one, that simt has no part of.
constexpr std::array unsupported_libraries = {
    "cublas",    "cublasLt", "cufft",   "cufftw",    "curand", "cusparse", "cusolver",
    "cudnn",     "nccl",     "nvrtc",   "nvidia-ml", "cupti",  "nvjpeg",   "nppc",
    "nvJitLink", "cutensor", "nvshmem", "cufile",    "npps",   "nppif",    "nppial"};

/// The options of a run, with those read from files (@file, -optf file) in their place.
class CommandLine {
 public:
  explicit CommandLine(const std::vector<const char*>& arguments)
      : arguments_(arguments.begin(), arguments.end()) {
    expand_options_files();
  }

  InputArgList parse() const {
    unsigned missing_index = 0;
    unsigned missing_count = 0;
    InputArgList list = option_table().ParseArgs(arguments_, missing_index, missing_count);
    if (missing_count != 0) {
      fail(ExitStatus::kUsage, "option '{}' needs a value", arguments_[missing_index]);
    }
    return list;
  }

 private:
  void expand_options_files() {
    for (std::size_t i = 0; i < arguments_.size();) {
      llvm::StringRef argument = arguments_[i];
      std::size_t length = 1;
      std::string file;
      if (argument == "-optf" || argument == "--options-file") {
        if (i + 1 == arguments_.size()) return;
        file = arguments_[i + 1];
        length = 2;
      } else if (argument.consume_front("-optf=") || argument.consume_front("--options-file=") ||
                 argument.consume_front("@")) {
        file = argument.str();
      } else {
        ++i;
        continue;
      }
      if (++files_read_ > 100) fail(ExitStatus::kInput, "options files include each other");
      splice(i, length, file);
    }
  }

  void splice(std::size_t index, std::size_t length, const std::string& file) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer) {
      fail(ExitStatus::kInput, "cannot read options file '{}': {}", file,
           buffer.getError().message());
    }
    llvm::SmallVector<const char*, 16> tokens;
    llvm::cl::TokenizeGNUCommandLine((*buffer)->getBuffer(), saver_, tokens);
    const auto begin =
        arguments_.erase(arguments_.begin() + index, arguments_.begin() + index + length);
    arguments_.insert(begin, tokens.begin(), tokens.end());
  }

  llvm::BumpPtrAllocator allocator_;
  llvm::StringSaver saver_{allocator_};
  std::vector<const char*> arguments_;
  int files_read_ = 0;
};

/// Values of the -X options: separated by commas (`\,` is a comma) and by spaces, since nvcc pastes
/// them into a shell command.
std::vector<std::string> split_tool_options(llvm::StringRef value) {
  std::vector<std::string> parts;
  std::string part;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size() && value[i + 1] == ',') {
      part += value[++i];
    } else if (value[i] == ',' || value[i] == ' ') {
      if (!part.empty()) parts.push_back(std::exchange(part, {}));
    } else {
      part += value[i];
    }
  }
  if (!part.empty()) parts.push_back(part);
  return parts;
}

/// The option as the user knows it: `-arch`, without its value.
std::string spelling(const Arg& argument) {
  std::string name = argument.getSpelling().str();
  if (name.ends_with('=')) name.pop_back();
  return name;
}

bool boolean_value(const Arg& argument) {
  const llvm::StringRef value = argument.getValue();
  if (value == "true") return true;
  if (value == "false") return false;
  fail(ExitStatus::kUsage, "option '{}' takes true or false, not '{}'", spelling(argument),
       value.str());
}

unsigned number_value(const Arg& argument) {
  const llvm::StringRef value = argument.getValue();
  unsigned number = 0;
  if (value.getAsInteger(10, number)) {
    fail(ExitStatus::kUsage, "option '{}' takes a number, not '{}'", spelling(argument),
         value.str());
  }
  return number;
}

char optimization_value(const Arg& argument) {
  const llvm::StringRef value = argument.getValue();
  if (value.size() == 1 && value[0] >= '0' && value[0] <= '3') return value[0];
  fail(ExitStatus::kUsage, "option '-O' takes 0, 1, 2 or 3, not '{}'", value.str());
}

std::string standard_value(const Arg& argument) {
  const llvm::StringRef value = argument.getValue();
  constexpr std::array known = {"c++11", "c++14", "c++17", "c++20", "c++23"};
  if (std::ranges::find(known, value) != known.end()) return value.str();
  fail(ExitStatus::kUsage, "option '-std' takes c++11, c++14, c++17, c++20 or c++23, not '{}'",
       value.str());
}

/// Whether the checked image is among them.
bool images_value(const Arg& argument) {
  const llvm::StringRef value = argument.getValue();
  if (value == "fast") return false;
  if (value == "fast,checked") return true;
  fail(ExitStatus::kUsage, "option '--simt-images' takes fast or fast,checked, not '{}'",
       value.str());
}

bool per_thread_value(const Arg& argument) {
  const llvm::StringRef value = argument.getValue();
  if (value == "per-thread") return true;
  if (value == "legacy" || value == "null") return false;
  fail(ExitStatus::kUsage, "option '--default-stream' takes legacy, per-thread or null, not '{}'",
       value.str());
}

Language language_value(const Arg& argument) {
  const llvm::StringRef value = argument.getValue();
  if (value == "cu") return Language::kCuda;
  if (value == "c++") return Language::kCxx;
  if (value == "c") return Language::kC;
  fail(ExitStatus::kUsage, "option '-x' takes cu, c++ or c, not '{}'", value.str());
}

bool is_link_input(llvm::StringRef path) {
  const llvm::StringRef name = llvm::sys::path::filename(path);
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  constexpr std::array extensions = {".o", ".obj", ".a", ".lib", ".so"};
  return std::ranges::find(extensions, extension) != extensions.end() || name.contains(".so.");
}

std::optional<Language> language_of(llvm::StringRef path) {
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  if (extension == ".cu") return Language::kCuda;
  if (extension == ".c") return Language::kC;
  constexpr std::array cxx = {".cpp", ".cc", ".cxx", ".c++", ".C"};
  if (std::ranges::find(cxx, extension) != cxx.end()) return Language::kCxx;
  return std::nullopt;
}

/// Turns the list of options into an Invocation, one option after the other.
class Reader {
 public:
  explicit Reader(const InputArgList& list) : list_(list) {}

  Invocation read() {
    if (const Arg* language = list_.getLastArg(OPT_language)) language_ = language_value(*language);
    for (const Arg* argument : list_) {
      if (!read_tool_option(*argument) && !read_phase(*argument) && !read_language(*argument)) {
        read_rest(*argument);
      }
    }
    invocation_.architecture = choose_architecture(architectures_);
    if (invocation_.device_debug) invocation_.debug = true;
    check();
    return std::move(invocation_);
  }

 private:
  /// Options that are handed on to a tool.
  bool read_tool_option(const Arg& argument) {
    switch (argument.getOption().getID()) {
      case OPT_Xcompiler:
        append(invocation_.host_compiler_options, split_tool_options(argument.getValue()));
        return true;
      case OPT_Xlinker:
        for (const std::string& option : split_tool_options(argument.getValue())) {
          append(invocation_.link_inputs, {"-Xlinker", option});
        }
        return true;
      case OPT_Xarchive:
        append(invocation_.archive_options, split_tool_options(argument.getValue()));
        return true;
      case OPT_library:
        for (const std::string& name : split_tool_options(argument.getValue())) add_library(name);
        return true;
      case OPT_library_path:
        library_paths_.push_back(argument.getValue());
        invocation_.link_inputs.push_back("-L" + library_paths_.back());
        return true;
      case OPT_define:
        invocation_.preprocessor.push_back(std::string("-D") + argument.getValue());
        return true;
      case OPT_undefine:
        invocation_.preprocessor.push_back(std::string("-U") + argument.getValue());
        return true;
      case OPT_include_path:
        invocation_.preprocessor.push_back(std::string("-I") + argument.getValue());
        return true;
      case OPT_system_include:
        append(invocation_.preprocessor, {"-isystem", argument.getValue()});
        return true;
      case OPT_pre_include:
        append(invocation_.preprocessor, {"-include", argument.getValue()});
        return true;
      case OPT_warning:
        read_warning(argument.getValue());
        return true;
      case OPT_no_warnings:
        invocation_.warnings.push_back("-w");
        return true;
      case OPT_werror:
        if (llvm::StringRef(argument.getValue()) == "all-warnings") {
          invocation_.warnings.push_back("-Werror");
        }
        return true;
      default:
        return false;
    }
  }

  void read_warning(llvm::StringRef value) {
    if (value.consume_front("l,")) {
      append(invocation_.link_inputs, {"-Wl," + value.str()});
    } else {
      invocation_.warnings.push_back("-W" + value.str());
    }
  }

  /// Options that say what to do and where to write.
  bool read_phase(const Arg& argument) {
    switch (argument.getOption().getID()) {
      case OPT_compile:
        set_phase(Phase::kCompile, argument);
        return true;
      case OPT_dc:
      case OPT_dw:
        set_phase(Phase::kCompile, argument);
        invocation_.relocatable_device_code = argument.getOption().matches(OPT_dc);
        return true;
      case OPT_dlink:
        set_phase(Phase::kDeviceLink, argument);
        return true;
      case OPT_lib:
        set_phase(Phase::kArchive, argument);
        return true;
      case OPT_link:
        return true;
      case OPT_preprocess:
        set_phase(Phase::kPreprocess, argument);
        return true;
      case OPT_M:
      case OPT_MM:
        set_phase(Phase::kDependencies, argument);
        invocation_.dependencies.system_headers = argument.getOption().matches(OPT_M);
        return true;
      case OPT_MD:
      case OPT_MMD:
        invocation_.dependencies.with_compile = true;
        invocation_.dependencies.system_headers = argument.getOption().matches(OPT_MD);
        return true;
      case OPT_MP:
        invocation_.dependencies.empty_rules = true;
        return true;
      case OPT_MF:
        invocation_.dependencies.file = argument.getValue();
        return true;
      case OPT_MT:
        invocation_.dependencies.target = argument.getValue();
        return true;
      case OPT_output:
        if (!invocation_.output.empty()) fail(ExitStatus::kUsage, "option '-o' is given twice");
        invocation_.output = argument.getValue();
        return true;
      case OPT_output_directory:
        invocation_.output_directory = argument.getValue();
        return true;
      case OPT_help:
        invocation_.phase = Phase::kHelp;
        return true;
      case OPT_version:
        invocation_.phase = Phase::kVersion;
        return true;
      case OPT_list_gpu_arch:
        invocation_.phase = Phase::kListGpuArch;
        return true;
      case OPT_list_gpu_code:
        invocation_.phase = Phase::kListGpuCode;
        return true;
      default:
        return false;
    }
  }

  /// Options that change what the source means.
  bool read_language(const Arg& argument) {
    switch (argument.getOption().getID()) {
      case OPT_standard:
        invocation_.standard = standard_value(argument);
        return true;
      case OPT_template_depth:
        invocation_.template_depth = std::to_string(number_value(argument));
        return true;
      case OPT_relaxed_constexpr:
        invocation_.relaxed_constexpr = true;
        return true;
      case OPT_extended_lambda:
        invocation_.extended_lambda = true;
        return true;
      case OPT_default_stream:
        invocation_.per_thread_default_stream = per_thread_value(argument);
        return true;
      case OPT_gpu_architecture:
        architectures_.push_back(parse_architecture(argument.getValue(), "-arch"));
        return true;
      case OPT_gpu_code:
        for (const std::string& name : split_tool_options(argument.getValue())) {
          parse_architecture(name, "-code");
        }
        return true;
      case OPT_gencode:
        architectures_.push_back(parse_gencode(argument.getValue()));
        return true;
      case OPT_rdc:
        invocation_.relocatable_device_code = boolean_value(argument);
        return true;
      case OPT_use_fast_math:
        invocation_.fast_math = true;
        invocation_.flush_denormals = true;
        return true;
      case OPT_ftz:
        invocation_.flush_denormals = boolean_value(argument);
        return true;
      case OPT_fmad:
        invocation_.contract = boolean_value(argument);
        return true;
      default:
        return false;
    }
  }

  void read_rest(const Arg& argument) {
    const llvm::opt::Option& option = argument.getOption();
    if (option.matches(OPT_accepted_group)) return;
    if (option.matches(OPT_unsupported_group)) {
      fail(ExitStatus::kUnsupported, "option '{}' is not supported: {}", spelling(argument),
           option_table().getOptionHelpText(option.getID()));
    }
    switch (option.getID()) {
      case OPT_INPUT:
        add_input(argument.getValue());
        return;
      case OPT_UNKNOWN:
        read_unknown(argument.getSpelling());
        return;
      case OPT_optimize:
        invocation_.optimization = optimization_value(argument);
        return;
      case OPT_debug:
        invocation_.debug = true;
        return;
      case OPT_device_debug:
        invocation_.device_debug = true;
        return;
      case OPT_images:
        invocation_.checked_image = images_value(argument);
        return;
      case OPT_profile:
        invocation_.profile = true;
        return;
      case OPT_shared:
        invocation_.shared = true;
        return;
      case OPT_compiler_bindir:
        invocation_.host_compiler = argument.getValue();
        return;
      case OPT_threads:
        invocation_.threads = number_value(argument);
        if (invocation_.threads == 0) {
          invocation_.threads = std::max(1u, std::thread::hardware_concurrency());
        }
        return;
      case OPT_verbose:
        invocation_.verbose = true;
        return;
      case OPT_dryrun:
        invocation_.dryrun = true;
        return;
      case OPT_keep:
        invocation_.keep = true;
        return;
      case OPT_keep_directory:
        invocation_.keep_directory = argument.getValue();
        return;
      default:
        return;
    }
  }

  void read_unknown(llvm::StringRef text) {
    const bool forward_all = list_.hasArg(OPT_forward_unknown_opts);
    if (forward_all || list_.hasArg(OPT_forward_unknown)) {
      invocation_.host_compiler_options.push_back(text.str());
      return;
    }
    if (list_.hasArg(OPT_forward_unknown_linker)) {
      invocation_.link_inputs.push_back(text.str());
      return;
    }
    std::string nearest;
    const unsigned distance = option_table().findNearest(text, nearest);
    if (distance <= std::max<std::size_t>(1, text.size() / 4)) {
      fail(ExitStatus::kUsage, "unknown option '{}'; did you mean '{}'?", text.str(), nearest);
    }
    fail(ExitStatus::kUsage, "unknown option '{}'; -Xcompiler passes options to the host compiler",
         text.str());
  }

  void set_phase(Phase phase, const Arg& argument) {
    if (!phase_option_.empty() && invocation_.phase != phase) {
      fail(ExitStatus::kUsage, "options '{}' and '{}' exclude each other", phase_option_,
           spelling(argument));
    }
    phase_option_ = spelling(argument);
    if (invocation_.phase == Phase::kLink) invocation_.phase = phase;
  }

  void add_library(const std::string& name) {
    if (std::ranges::find(provided_libraries, name) == provided_libraries.end()) {
      invocation_.link_inputs.push_back("-l" + name);
    }
  }

  void add_input(const std::string& path) {
    has_input_ = true;
    if (is_link_input(path)) {
      invocation_.link_inputs.push_back(path);
      return;
    }
    if (llvm::sys::fs::is_directory(path)) fail(ExitStatus::kInput, "'{}' is a directory", path);
    const std::optional<Language> language = language_ ? language_ : language_of(path);
    if (!language) {
      fail(ExitStatus::kInput, "'{}' is no source, object or library that simtcc knows (see -x)",
           path);
    }
    invocation_.sources.push_back({path, *language});
  }

  void check() const {
    if (invocation_.phase >= Phase::kHelp) return;
    if (!has_input_) fail(ExitStatus::kUsage, "no input files");
    const bool one_output_each =
        invocation_.phase == Phase::kCompile || invocation_.phase == Phase::kPreprocess;
    if (one_output_each && !invocation_.output.empty() && invocation_.sources.size() > 1) {
      fail(ExitStatus::kUsage, "option '-o' with several sources is not possible without linking");
    }
    if (!invocation_.dependencies.file.empty() && invocation_.sources.size() > 1) {
      fail(ExitStatus::kUsage, "option '-MF' takes one source at a time");
    }
    if (invocation_.phase == Phase::kLink) check_libraries();
  }

  /// The linker would only say that it cannot find the library.
  void check_libraries() const {
    for (llvm::StringRef input : invocation_.link_inputs) {
      if (!input.consume_front("-l")) continue;
      if (std::ranges::find(unsupported_libraries, input) == unsupported_libraries.end()) continue;
      const bool found = std::ranges::any_of(library_paths_, [&](const std::string& directory) {
        const std::string stem = directory + "/lib" + input.str();
        return llvm::sys::fs::exists(stem + ".so") || llvm::sys::fs::exists(stem + ".a");
      });
      if (!found) {
        fail(ExitStatus::kUnsupported, "option '-l{}': simt has no such library of CUDA",
             input.str());
      }
    }
  }

  const InputArgList& list_;
  Invocation invocation_;
  std::string phase_option_;
  std::vector<Architecture> architectures_;
  std::optional<Language> language_;
  bool has_input_ = false;
  std::vector<std::string> library_paths_;
};

}  // namespace

Invocation parse_command_line(const std::vector<const char*>& arguments) {
  const CommandLine command_line(arguments);
  const InputArgList list = command_line.parse();
  return Reader(list).read();
}

void print_help() {
  print_options(llvm::outs(), "simtcc [options] file...",
                "Compiles CUDA C++ for machines without a GPU; takes what nvcc takes");
  llvm::outs() << '\n' << exit_status_help();
}

}  // namespace simt::cc
