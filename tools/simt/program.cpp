// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace simt {
namespace {

constexpr int kCannotRunStatus = 126;

}  // namespace

void require_program(std::string_view command, const std::vector<std::string>& words) {
  if (words.empty()) throw CLI::RequiredError(fmt::format("{}: a program", command));
  if (words[0].starts_with("-")) throw CLI::ExtrasError(std::string(command), {words[0]});
}

void execute(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const int error = errno;
  fmt::print(stderr, "simt: error: {}: {}\n", words[0], std::strerror(error));
  throw CLI::RuntimeError(error == ENOENT ? kNotFoundStatus : kCannotRunStatus);
}

std::string find_program(const std::string& word) {
  std::string_view path = word.find('/') == std::string::npos && std::getenv("PATH") != nullptr
                              ? std::getenv("PATH")
                              : "";
  while (true) {
    const std::size_t end = path.find(':');
    const auto file = std::filesystem::path(path.substr(0, end)) / word;
    if (access(file.c_str(), X_OK) == 0) return file;
    if (end == std::string_view::npos) break;
    path.remove_prefix(end + 1);
  }
  throw std::invalid_argument(fmt::format("{}: {}", word, std::strerror(errno)));
}

}  // namespace simt
