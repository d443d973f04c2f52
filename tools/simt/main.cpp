// SPDX-License-Identifier: Apache-2.0
/// The command `simt`: runs and explores programs, lists settings and devices.
/// Exit status: 2 for an error in usage, settings or files; `simt fuzz` gives 1 for a finding and 3
/// where the program failed by itself or the machine is out of something; `simt run` and `simt
/// replay` give that of the program.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "simt/explore/storage_error.h"
#include "simt/settings/settings.h"
#include "tools/simt/commands.h"

int main(int argc, char** argv) {
  CLI::App app("Runs CUDA C++ programs built with simtcc on a machine with no GPU.", "simt");
  app.set_version_flag("--version", "simt " SIMT_VERSION);
  app.require_subcommand(1);
  simt::add_run_command(app);
  simt::add_fuzz_command(app);
  simt::add_report_command(app);
  simt::add_replay_command(app);
  simt::add_shrink_command(app);
  simt::add_devices_command(app);
  simt::add_settings_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ParseError& usage) {
    app.exit(usage);
    return simt::kBadSettingsStatus;
  } catch (const std::invalid_argument& setting) {
    std::fprintf(stderr, "simt: error: %s\n", setting.what());
    return simt::kBadSettingsStatus;
  } catch (const simt::StorageError& storage) {
    std::fprintf(stderr, "simt: error: %s\n", storage.what());
    return simt::kBadSettingsStatus;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "simt: error: %s\n", failure.what());
    return simt::kProgramStatus;
  }
  return 0;
}
