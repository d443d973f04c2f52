// SPDX-License-Identifier: Apache-2.0
/// The commands of `simt`, one a file. Each adds itself to the command line and does its work when
/// the command line is parsed.
#pragma once

namespace CLI {
class App;
}

namespace simt {

/// Exit status where something depends on the schedule, where the command line is in error, and
/// where the program failed by itself.
inline constexpr int kFindingStatus = 1;
inline constexpr int kUsageStatus = 2;
inline constexpr int kProgramStatus = 3;

/// `simt run [settings] program [arguments]`: replaces itself by the program. Throws
/// std::invalid_argument where a setting is in error, CLI::RuntimeError with status 127 where the
/// program is not found and 126 where it cannot be run, as shells do.
void add_run_command(CLI::App& app);

/// `simt fuzz [options] program [arguments]`: runs the program with every launch explored, and
/// reports. Throws CLI::RuntimeError with kFindingStatus where something depends on the schedule,
/// kProgramStatus where the program failed by itself.
void add_fuzz_command(CLI::App& app);

/// `simt report [options] FOLDER`: what a campaign has shown. Throws as above.
void add_report_command(CLI::App& app);

/// `simt replay TOKEN program [arguments]` and `simt shrink TOKEN program [arguments]`: replace
/// themselves by the program.
void add_replay_command(CLI::App& app);
void add_shrink_command(CLI::App& app);

/// `simt devices`: the device profiles, and what real hardware there is.
void add_devices_command(CLI::App& app);

/// `simt settings`: the table of settings.
void add_settings_command(CLI::App& app);

}  // namespace simt
