// SPDX-License-Identifier: Apache-2.0
/// A run of the whole program, with everything kept that it shows.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "simt/explore/program_runner.h"

namespace simt {

/// What a run showed.
struct RunResult {
  /// As waitpid() gives it.
  int status = 0;
  /// It took too long, and was killed.
  bool timed_out = false;
  std::string output;
  std::string errors;
  /// Empty where the program made no launch with simt.
  std::optional<ProgramRunReport> report;
  double seconds = 0;
};

/// A program that runs as a token says. Its standard input is empty.
class CapturedRun {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts it. Throws std::system_error where that cannot be.
  CapturedRun(const std::vector<std::string>& words, const Token& token);
  /// Kills it where it has not ended.
  ~CapturedRun();
  CapturedRun(CapturedRun&& other) noexcept;
  CapturedRun(const CapturedRun&) = delete;
  CapturedRun& operator=(const CapturedRun&) = delete;
  CapturedRun& operator=(CapturedRun&&) = delete;

  /// Can be read, as poll() says, when it has ended.
  int end_file() const { return end_file_; }
  Clock::time_point began() const { return began_; }
  /// Whether it has ended within this time.
  bool wait(std::chrono::duration<double> limit) const;
  void kill();
  /// Waits for the end.
  RunResult result();

 private:
  pid_t process_ = -1;
  int end_file_ = -1;
  int output_ = -1;
  int errors_ = -1;
  int report_ = -1;
  Clock::time_point began_;
};

}  // namespace simt
