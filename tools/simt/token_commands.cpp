// SPDX-License-Identifier: Apache-2.0
/// `simt replay` and `simt shrink`.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <string>

#include "simt/explore/token.h"
#include "tools/simt/commands.h"
#include "tools/simt/program.h"

namespace simt {
namespace {

void add_token_command(CLI::App& app, const char* name, const char* help, const char* variable) {
  CLI::App* command = app.add_subcommand(name, help);
  command->prefix_command();
  command->callback([command, name, variable] {
    std::vector<std::string> words = command->remaining();
    if (words.empty()) throw CLI::RequiredError(std::string(name) + ": a token");
    const std::string token = words.front();
    words.erase(words.begin());
    // What is wrong with it shows before the program starts.
    parse_token(token);
    require_program(name, words);
    setenv(variable, token.c_str(), 1);
    execute(std::move(words));
  });
}

}  // namespace

void add_replay_command(CLI::App& app) {
  add_token_command(app, "replay",
                    "Show a failure again, the same way every time, in a debugger too "
                    "(SIMT_REPLAY=TOKEN): simt replay TOKEN program [arguments]",
                    "SIMT_REPLAY");
}

void add_shrink_command(CLI::App& app) {
  add_token_command(app, "shrink",
                    "Find the fewest switches that still fail: simt shrink TOKEN program "
                    "[arguments]",
                    "SIMT_SHRINK");
}

}  // namespace simt
