// SPDX-License-Identifier: Apache-2.0
/// `simt run`: the SIMT_* settings as options.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/device/profile.h"
#include "simt/settings/settings.h"
#include "tools/simt/commands.h"
#include "tools/simt/program.h"

namespace simt {
namespace {

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

void run(const GivenSettings& given, const std::vector<std::string>& words) {
  require_program("run", words);
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
