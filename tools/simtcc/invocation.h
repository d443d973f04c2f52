// SPDX-License-Identifier: Apache-2.0
/// What one run of simtcc was asked to do: the command line, read and checked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/simtcc/architecture.h"

namespace simt::cc {

enum class Language { kCuda, kCxx, kC };

struct Source {
  std::string path;
  Language language;
};

/// Where the run stops.
enum class Phase {
  kPreprocess,
  kDependencies,
  kCompile,
  kDeviceLink,
  kArchive,
  kLink,
  kHelp,
  kVersion,
  kListGpuArch,
  kListGpuCode,
};

struct DependencyOptions {
  /// Write a rule beside compiling (-MD, -MMD).
  bool with_compile = false;
  bool system_headers = true;
  bool empty_rules = false;
  std::string file;
  std::string target;
};

struct Invocation {
  Phase phase = Phase::kLink;
  std::vector<Source> sources;
  /// Objects, libraries, -L, -l and linker options, in the order given.
  std::vector<std::string> link_inputs;
  std::string output;
  std::string output_directory;
  DependencyOptions dependencies;

  /// -D, -U, -I, -isystem, -include: for every pass.
  std::vector<std::string> preprocessor;
  std::vector<std::string> warnings;
  /// Empty: the default of the language.
  std::string standard;
  std::string template_depth;
  Architecture architecture;
  bool relocatable_device_code = false;
  bool relaxed_constexpr = false;
  bool extended_lambda = false;
  bool per_thread_default_stream = false;
  bool fast_math = false;
  bool flush_denormals = false;
  bool contract = true;

  /// Digit after -O; nothing where not given.
  std::optional<char> optimization;
  bool debug = false;
  bool device_debug = false;
  /// Whether objects carry the checked image beside the fast one.
  bool checked_image = true;
  bool profile = false;
  bool shared = false;
  std::vector<std::string> host_compiler_options;
  std::vector<std::string> archive_options;
  std::string host_compiler;

  unsigned threads = 1;
  bool verbose = false;
  bool dryrun = false;
  bool keep = false;
  std::string keep_directory;
};

/// Reads the command line (without the program's name). Fails with kUsage, kInput or kUnsupported.
Invocation parse_command_line(const std::vector<const char*>& arguments);

/// The text of --help.
void print_help();

}  // namespace simt::cc
