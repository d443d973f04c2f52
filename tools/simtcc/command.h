// SPDX-License-Identifier: Apache-2.0
/// The tools that simtcc runs.
#pragma once

#include <string>
#include <vector>

namespace simt::cc {

struct Command {
  std::string program;
  std::vector<std::string> arguments;
  /// NAME=value, on top of simtcc's own environment.
  std::vector<std::string> environment;
  /// Where the tool's output goes; empty: where simtcc's goes.
  std::string standard_output;
  std::string standard_error;
};

/// Runs commands, shows them (-v), or shows them only (--dryrun). Safe to use from several threads.
class CommandRunner {
 public:
  CommandRunner(bool verbose, bool dryrun);

  /// The exit status of the tool, 0 where nothing is run. Fails with kToolchain when the tool
  /// cannot be started, with kCrash when it dies and with kInterrupted when simtcc was interrupted.
  int run(const Command& command) const;

  bool dryrun() const { return dryrun_; }

 private:
  bool verbose_;
  bool dryrun_;
};

}  // namespace simt::cc
