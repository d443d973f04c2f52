// SPDX-License-Identifier: Apache-2.0
/// The commands of `simt`, one a file. Each adds itself to the command line and does its work when
/// the command line is parsed.
#pragma once

namespace CLI {
class App;
}

namespace simt {

/// `simt run [settings] program [arguments]`: replaces itself by the program. Throws
/// std::invalid_argument where a setting is in error, CLI::RuntimeError with status 127 where the
/// program is not found and 126 where it cannot be run, as shells do.
void add_run_command(CLI::App& app);

/// `simt devices`: the device profiles, and what real hardware there is.
void add_devices_command(CLI::App& app);

/// `simt settings`: the table of settings.
void add_settings_command(CLI::App& app);

}  // namespace simt
