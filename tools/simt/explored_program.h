// SPDX-License-Identifier: Apache-2.0
/// Runs a program that reports on its launches.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "simt/explore/launch_report.h"
#include "simt/explore/options.h"

namespace simt {

/// From now on SIGINT and SIGTERM end the program that is explored, and not this process.
void end_at_signals();
/// The first of these signals that came; 0 where none did.
int interruption();

/// In a child process: becomes the program `words`, which finds ExploreOptions as JSON in the open
/// file `options`. It dies with its parent.
[[noreturn]] void become_explored(const std::vector<std::string>& words, int options);

/// Runs the program `words` with its launches explored, and gives what they report to `receive`.
/// Returns how the program failed by itself; empty where it ended well or was ended. An exception
/// of `receive` ends it. Throws CLI::RuntimeError with status 2 where there is no such program,
/// std::system_error where it cannot be started.
std::string run_explored(const std::vector<std::string>& words, ExploreOptions options,
                         const std::function<void(const LaunchPart& part)>& receive);

}  // namespace simt
