// SPDX-License-Identifier: Apache-2.0
/// `simt settings`: prints the table of settings.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "simt/settings/settings.h"
#include "tools/simt/commands.h"

namespace simt {

void add_settings_command(CLI::App& app) {
  app.add_subcommand("settings", "List the settings")->callback([] {
    for (const Setting& setting : setting_table())
      fmt::print("{} ({}), default {}\n    {}\n", setting.name, setting.type, setting.default_value,
                 setting.help);
  });
}

}  // namespace simt
