// SPDX-License-Identifier: Apache-2.0
/// `simt replay` and `simt shrink`.
#include <elf.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "simt/explore/token.h"
#include "tools/simt/commands.h"
#include "tools/simt/program.h"

namespace simt {
namespace {

bool is_executable_image(const std::string& file) {
  std::array<char, SELFMAG> magic{};
  std::ifstream(file, std::ios::binary).read(magic.data(), magic.size());
  return std::memcmp(magic.data(), ELFMAG, SELFMAG) == 0;
}

/// A script may start the program of the token; another program is a mistake, which might have
/// nothing to do with simt and so would not say anything.
void require_program_of(const Token& token, const std::string& program, const char* variable) {
  const std::string file = find_program(program);
  if (!is_executable_image(file) || file_fingerprint(file) == token.program) return;
  throw std::invalid_argument(fmt::format(
      "the token was made with another program than {}, or the program has been "
      "compiled again since; find the failure again with `simt fuzz`, or set {} where {} "
      "starts the program",
      program, variable, program));
}

void add_token_command(CLI::App& app, const char* name, const char* help, const char* variable,
                       void (*check)(const Token& token)) {
  CLI::App* command = app.add_subcommand(name, help);
  command->prefix_command();
  command->callback([command, name, variable, check] {
    std::vector<std::string> words = command->remaining();
    if (words.empty()) throw CLI::RequiredError(std::string(name) + ": a token");
    const std::string token = words.front();
    words.erase(words.begin());
    // What is wrong with it shows before the program starts.
    const Token parsed = parse_token(token);
    check(parsed);
    require_program(name, words);
    require_program_of(parsed, words.front(), variable);
    setenv(variable, token.c_str(), 1);
    execute(std::move(words));
  });
}

}  // namespace

void add_replay_command(CLI::App& app) {
  add_token_command(app, "replay",
                    "Show a failure again, the same way every time, in a debugger too "
                    "(SIMT_REPLAY=TOKEN): simt replay TOKEN program [arguments]",
                    "SIMT_REPLAY", [](const Token&) {});
}

void add_shrink_command(CLI::App& app) {
  add_token_command(app, "shrink",
                    "Find the fewest switches that still fail: simt shrink TOKEN program "
                    "[arguments]",
                    "SIMT_SHRINK", require_schedule);
}

}  // namespace simt
