// SPDX-License-Identifier: Apache-2.0
/// How simtcc ends: its exit statuses, and the exception that carries one with its message.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace simt::cc {

/// Documented in --help; exit_status_help() has a line for each.
enum class ExitStatus {
  kSuccess = 0,
  kCompilation = 1,
  kUsage = 2,
  kInput = 3,
  kOutput = 4,
  kToolchain = 5,
  kUnsupported = 6,
  kLink = 7,
  kCrash = 8,
  kInterrupted = 130,
};

/// Text of the section "Exit status" of --help.
const char* exit_status_help();

/// Ends the run with a status. The message is printed unless empty: a tool that failed has already
/// said why.
class Failure : public std::runtime_error {
 public:
  Failure(ExitStatus status, const std::string& message)
      : std::runtime_error(message), status_(status) {}

  ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

/// Throws a Failure with a formatted message.
template <typename... Arguments>
[[noreturn]] void fail(ExitStatus status, fmt::format_string<Arguments...> format,
                       Arguments&&... arguments) {
  throw Failure(status, fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace simt::cc
