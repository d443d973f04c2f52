// SPDX-License-Identifier: Apache-2.0
/// A token names one launch of one program and one schedule of it, or a run of the whole program
/// with one schedule for all launches: all that is needed to see the same run again. It survives a
/// new build of simt; it is refused where the program or what the launch is given has changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "simt/schedule/schedule.h"
#include "simt/schedule/stream_order.h"

namespace simt {

struct Token {
  /// Of the program's executable file.
  std::uint32_t program = 0;
  /// Counted from 1 over the process; 0: the whole program.
  std::uint64_t launch = 0;
  /// Of the kernel, its arguments and the memory that it finds; 0 for a whole program.
  std::uint32_t input = 0;
  /// Seed of the run as a whole: order of streams, contents of fresh memory. Of a whole program,
  /// the schedule's seeds decide on these.
  std::uint64_t run_seed = 0;
  /// Of a whole program.
  StreamOrder streams = StreamOrder::kRandom;
  ScheduleSpec schedule;

  bool is_of_whole_program() const { return launch == 0; }
  friend bool operator==(const Token&, const Token&) = default;
};

/// The strategies of the token's schedule; for a whole program, after the order of its streams.
std::string strategies_of(const Token& token);

std::string to_text(const Token& token);
/// Throws std::invalid_argument, saying what is wrong.
Token parse_token(std::string_view text);

/// Throws std::invalid_argument for a token that has no schedule of one launch to shrink: a whole
/// program's has the simplest orders that fail already, another shape's the canonical order.
void require_schedule(const Token& token);

/// Of what is in a file; of nothing where it cannot be read.
std::uint32_t file_fingerprint(const std::string& name);
/// Of the executable file of this process.
std::uint32_t program_fingerprint();

}  // namespace simt
