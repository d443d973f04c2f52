// SPDX-License-Identifier: Apache-2.0
/// `simt run`: the SIMT_* settings as options.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/device/profile.h"
#include "simt/settings/settings.h"
#include "tools/simt/commands.h"

namespace simt {
namespace {

constexpr int kCannotRunStatus = 126;
constexpr int kNotFoundStatus = 127;

/// Values given on the command line, by the setting's name; empty where an option was not given.
using GivenSettings = std::map<std::string, std::string>;

/// Everything is checked before the environment changes.
void check(const GivenSettings& given) {
  Settings settings;
  for (const Setting& setting : setting_table())
    if (const auto value = given.find(std::string(setting.name)); value != given.end())
      setting.apply(settings, setting, value->second);
  if (!settings.device.empty()) find_profile(settings.device);
}

[[noreturn]] void execute(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  const int error = errno;
  fmt::print(stderr, "simt: error: {}: {}\n", words[0], std::strerror(error));
  throw CLI::RuntimeError(error == ENOENT ? kNotFoundStatus : kCannotRunStatus);
}

void run(const GivenSettings& given, const std::vector<std::string>& words) {
  if (words.empty()) throw CLI::RequiredError("run: a program");
  if (words[0].starts_with("-")) throw CLI::ExtrasError("run", {words[0]});
  check(given);
  for (const auto& [name, value] : given) setenv(name.c_str(), value.c_str(), 1);
  execute(words);
}

}  // namespace

void add_run_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "run", "Run a program built with simtcc: simt run [OPTIONS] program [arguments]");
  command->prefix_command();
  const auto given = std::make_shared<GivenSettings>();
  for (const Setting& setting : setting_table())
    command
        ->add_option_function<std::string>(
            option_name(setting),
            [given, &setting](const std::string& value) {
              (*given)[std::string(setting.name)] = value;
            },
            fmt::format("{} (as {}; default {})", setting.help, setting.name,
                        setting.default_value))
        ->type_name("<" + std::string(setting.type) + ">");
  command->callback([command, given] { run(*given, command->remaining()); });
}

}  // namespace simt
