// SPDX-License-Identifier: Apache-2.0
/// Finds, checks, makes and discards precompiled preludes. Beside each lies a list of the headers
/// in it with their times and sizes, by which an outdated one is known.
#include "tools/simtcc/precompiled_prelude.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tools/simtcc/append.h"
#include "tools/simtcc/dependencies.h"
#include "tools/simtcc/failure.h"
#include "tools/simtcc/fat_binary.h"
#include "tools/simtcc/front_end.h"

namespace simt::cc {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t cached_files_limit = 96;

/// A pass's options, without those that say where the user's headers are and what the source is.
struct PreludeOptions {
  std::vector<std::string> options;
  std::vector<std::string> user_directories;
};

PreludeOptions prelude_options(const Context& context, const std::vector<std::string>& options) {
  PreludeOptions result;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string& option = options[i];
    const bool pair =
        option == "-include" || option == "-isystem" || option == "-iquote" || option == "-I";
    if (pair && i + 1 < options.size()) {
      const std::string& value = options[++i];
      if (value == context.toolchain.include_directory) {
        append(result.options, {option, value});
      } else if (option != "-include") {
        result.user_directories.push_back(value);
      }
    } else if (option.starts_with("-I")) {
      result.user_directories.push_back(option.substr(2));
    } else {
      result.options.push_back(option);
    }
  }
  return result;
}

fs::path cache_directory() {
  llvm::SmallString<128> directory;
  if (!llvm::sys::path::cache_directory(directory)) return {};
  return fs::path(directory.str().str()) / "simt";
}

/// Headers that these name would not be noticed.
bool environment_names_headers() {
  constexpr std::array names = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};
  return std::ranges::any_of(names, [](const char* name) { return std::getenv(name) != nullptr; });
}

/// Tells one state of a file from another: time of the last change and size.
std::string stamp(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  if (error) return "missing";
  return fmt::format("{} {}", time.time_since_epoch().count(), fs::file_size(file, error));
}

std::string key_of(const Context& context, const std::vector<std::string>& options) {
  std::vector<std::string> identity = options;
  append(identity, {context.toolchain.clang, context.toolchain.clang_version,
                    stamp(context.toolchain.clang)});
  return module_id(identity);
}

std::string unescaped(std::string name) {
  for (std::size_t at = 0; (at = name.find("\\ ", at)) != std::string::npos; ++at) {
    name.erase(at, 1);
  }
  return name;
}

std::string list_headers(const std::string& rule) {
  std::string list;
  for (const std::string& name : prerequisites(rule)) {
    const std::string file = unescaped(name);
    list += fmt::format("{} {}\n", stamp(file), file);
  }
  return list;
}

/// Could an #include of the prelude find a file of the user's instead of `header`? It names the
/// header by one of the ends of its path.
bool shadowed(const fs::path& header, const fs::path& directory) {
  fs::path name;
  for (auto part = header.end(); part != header.begin();) {
    name = *--part / name;
    if (part == header.begin()) break;  // The root: the whole path.
    std::error_code error;
    const fs::path candidate = directory / name;
    if (fs::exists(candidate, error) && !fs::equivalent(candidate, header, error)) return true;
  }
  return false;
}

/// Whether the headers are still those of the list, and none is hidden by one of the user's.
bool is_current(const std::string& list, const std::vector<std::string>& user_directories) {
  std::istringstream lines(list);
  std::string time;
  std::string size;
  std::string file;
  while (lines >> time >> size && std::getline(lines >> std::ws, file)) {
    if (stamp(file) != time + " " + size) return false;
    const fs::path header = fs::path(file).lexically_normal();
    for (const std::string& directory : user_directories) {
      if (shadowed(header, directory)) return false;
    }
  }
  return true;
}

void discard_oldest(const fs::path& directory) {
  std::vector<fs::directory_entry> entries(fs::directory_iterator{directory},
                                           fs::directory_iterator{});
  if (entries.size() <= cached_files_limit) return;
  const auto last_use = [](const fs::directory_entry& entry) {
    std::error_code error;
    return entry.last_write_time(error);
  };
  std::ranges::sort(entries, std::ranges::greater(), last_use);
  for (std::size_t i = cached_files_limit; i < entries.size(); ++i) {
    std::error_code error;
    fs::remove(entries[i], error);
  }
}

bool make(const Context& context, const std::vector<std::string>& options, const fs::path& header,
          const fs::path& list) {
  const std::string rule = context.workspace.file(header.filename().string() + ".d");
  OutputFile precompiled(header, /*dryrun=*/false);
  std::vector<std::string> arguments = options;
  append(arguments, {"-w", "-MD", "-MF", rule, "-Xclang", "-emit-pch", "-c",
                     context.toolchain.include_directory + "/simt/prelude.h", "-o",
                     precompiled.temporary_path()});
  const int status = context.runner.run({.program = context.toolchain.clang,
                                         .arguments = std::move(arguments),
                                         .environment = {},
                                         .standard_output = {},
                                         .standard_error = "/dev/null"});
  if (status != 0) return false;
  OutputFile headers(list, /*dryrun=*/false);
  write_file(headers.temporary_path(), list_headers(read_file(rule)));
  headers.commit();
  precompiled.commit();
  return true;
}

std::string find_or_make(const Context& context, const PreludeOptions& options) {
  const fs::path directory = cache_directory();
  if (directory.empty()) return {};
  fs::create_directories(directory);
  const fs::path stem = directory / key_of(context, options.options);
  const fs::path header = stem.string() + ".pch";
  const fs::path list = stem.string() + ".headers";
  const fs::path seen = stem.string() + ".seen";
  const bool found = fs::exists(header) && fs::exists(list) && is_current(read_file(list), {});
  if (!found) {
    if (!fs::exists(seen)) {
      write_file(seen, "");
      discard_oldest(directory);
      return {};
    }
    if (!make(context, options.options, header, list)) return {};
    discard_oldest(directory);
  }
  if (!is_current(read_file(list), options.user_directories)) return {};
  for (const fs::path& file : {header, list, seen}) {
    std::error_code error;
    fs::last_write_time(file, fs::file_time_type::clock::now(), error);
  }
  return header;
}

std::string precompiled_prelude(const Context& context, const std::vector<std::string>& options) {
  // Full debug information would come out in another order, and differ from build to build.
  if (context.invocation.debug) return {};
  if (context.runner.dryrun() || environment_names_headers()) return {};
  try {
    return find_or_make(context, prelude_options(context, options));
  } catch (const Failure& failure) {
    if (failure.status() == ExitStatus::kInterrupted) throw;
  } catch (const fs::filesystem_error&) {
    // A cache that cannot be used costs time and nothing else.
  }
  return {};
}

}  // namespace

int run_with_prelude(const Context& context, const std::vector<std::string>& options,
                     const std::vector<std::string>& source_options, Command command) {
  const auto run = [&](const std::vector<std::string>& prelude) {
    command.arguments = prelude;
    append(command.arguments, options);
    append(command.arguments, source_options);
    return context.runner.run(command);
  };
  const std::string precompiled = precompiled_prelude(context, options);
  if (!precompiled.empty() && run({"-include-pch", precompiled}) == 0) return 0;
  return run({"-include", "simt/prelude.h"});
}

}  // namespace simt::cc
