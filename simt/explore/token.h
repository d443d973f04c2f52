// SPDX-License-Identifier: Apache-2.0
/// A token names one launch of one program and one schedule of it: all that is needed to see the
/// same run again. It survives a new build of simt; it is refused where the program or what the
/// launch is given has changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "simt/schedule/schedule.h"

namespace simt {

struct Token {
  /// Of the program's executable file.
  std::uint32_t program = 0;
  /// Counted from 1 over the process.
  std::uint64_t launch = 0;
  /// Of the kernel, its arguments and the memory that it finds.
  std::uint32_t input = 0;
  /// Seed of the run as a whole: order of streams, contents of fresh memory.
  std::uint64_t run_seed = 0;
  ScheduleSpec schedule;

  friend bool operator==(const Token&, const Token&) = default;
};

std::string to_text(const Token& token);
/// Throws std::invalid_argument, saying what is wrong.
Token parse_token(std::string_view text);

/// Of what is in a file; of nothing where it cannot be read.
std::uint32_t file_fingerprint(const std::string& name);
/// Of the executable file of this process.
std::uint32_t program_fingerprint();

}  // namespace simt
