// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>

namespace simt {
namespace {

constexpr int kCannotRunStatus = 126;
constexpr int kNotFoundStatus = 127;

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

}  // namespace simt
