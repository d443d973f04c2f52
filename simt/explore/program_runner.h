// SPDX-License-Identifier: Apache-2.0
/// Runs every launch of a program under one schedule: a run of the whole program, to be compared
/// with another one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "simt/explore/launch_runner.h"
#include "simt/explore/token.h"
#include "simt/grid/machine.h"

namespace simt {

/// A run of a whole program as asked for: its token, which need not name the program yet, and where
/// to say that it took place (an open file of the process, or -1).
struct ProgramRun {
  Token token;
  int report_file = -1;
};

/// What a program says of its run; the last that it says counts.
struct ProgramRunReport {
  /// The program's fingerprint.
  std::uint32_t program = 0;
  std::uint64_t launches = 0;
  /// Of all decisions in all launches, in the order in which they ran.
  std::uint64_t trace = 0;
};

std::string to_json(const ProgramRunReport& report);
/// Throws std::invalid_argument for text that to_json() did not write.
ProgramRunReport program_run_report_from_json(std::string_view text);

class ProgramRunner final : public LaunchRunner {
 public:
  ProgramRunner(Machine& machine, ProgramRun run);

  LaunchOutcome run(const Launch& launch) override;
  void end() override { report(); }

 private:
  void report() const;

  Machine& machine_;
  const ProgramRun run_;
  ProgramRunReport report_;
};

}  // namespace simt
