// SPDX-License-Identifier: Apache-2.0
/// Explores a whole program: runs it again and again, each time under another order of streams and
/// other schedules of its launches, and compares what it shows.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simt/explore/launch_report.h"
#include "simt/explore/options.h"
#include "tools/simt/captured_run.h"

namespace simt {

class ProgramExplorer {
 public:
  using Receive = std::function<void(const LaunchPart& part)>;
  using IsInterrupted = std::function<bool()>;

  ProgramExplorer(const ExploreOptions& options, const std::vector<std::string>& words,
                  IsInterrupted is_interrupted);

  /// Gives what the runs show to `receive`, part by part, as of a launch with the number 0. Returns
  /// how the program fails under the canonical schedule: it is not explored then. Throws
  /// CLI::RuntimeError with kUsageStatus, after a message, where the program cannot be run or
  /// launches nothing; std::runtime_error where it shows something else in a second run under the
  /// same schedule.
  std::string explore(const Receive& receive);

 private:
  /// Killed where it takes longer than patience_.
  RunResult run(const Token& token) const;
  std::string run_canonical();
  void check_canonical_repeats() const;
  Token token(std::uint64_t index) const;
  void take(std::uint64_t index, const RunResult& result);
  Failure described(std::uint64_t index, Failure failure) const;

  const ExploreOptions& options_;
  const std::vector<std::string>& words_;
  const IsInterrupted is_interrupted_;
  Token canonical_token_;
  RunResult canonical_;
  std::chrono::duration<double> patience_ = std::chrono::duration<double>::max();
  /// What has not been given away yet.
  LaunchPart part_;
  /// By its signature, the first schedule that showed a failure.
  std::map<std::string, std::uint64_t> first_;
  bool has_failures_ = false;
};

}  // namespace simt
