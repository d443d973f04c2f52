// SPDX-License-Identifier: Apache-2.0
/// What exploring does, as the command line or a test asks for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/explore/element_type.h"
#include "simt/explore/launch_report.h"
#include "simt/explore/shard.h"
#include "simt/explore/token.h"
#include "simt/schedule/strategy.h"

namespace simt {

/// A failure of an earlier campaign.
struct KnownFailure {
  /// As the programmer wrote it.
  std::string kernel;
  /// Only its schedule counts: the program may have changed since.
  Token token;
};

/// Schedules of a launch that have been run, counted from 0.
struct DoneSchedules {
  LaunchKey launch;
  std::vector<std::uint64_t> schedules;
};

struct ExploreOptions {
  /// Of all schedules that are tried.
  std::uint64_t seed = 1;
  /// Of each launch; with 0 there is the canonical one only.
  std::uint64_t schedules = 200;
  /// Those of them that this process runs.
  Shard shard;
  /// End on the monotonic clock, nanoseconds; 0 where there is none.
  std::int64_t deadline = 0;
  bool until_failure = false;
  /// What is explored: each launch, and the program as a whole, which is run again and again.
  bool launches = true;
  bool whole_program = false;
  /// Explores only launches of kernels whose name contains this.
  std::string kernel;
  /// The results of kernels whose name contains one of these must not depend on the shape of the
  /// launch, as those of kernels must not that say so themselves.
  std::vector<std::string> vary_shape;
  /// Explores only this launch, counted from 1 over the process.
  std::optional<std::uint64_t> launch;
  /// In place of the portfolio's, where given.
  std::optional<StrategySpec> blocks;
  std::optional<StrategySpec> warps;
  std::optional<StrategySpec> lanes;
  /// Whether stores may reach other threads late, as CUDA's memory model lets them.
  bool late_stores = true;
  /// Differences of floating-point results within it are rounding, not failures.
  Tolerance tolerance;
  /// Their schedules are run first, and do not count as part of `schedules`.
  std::vector<KnownFailure> known;
  /// They are not run again.
  std::vector<DoneSchedules> done;
  /// Processes that run schedules at a time; 0: one a core.
  unsigned jobs = 0;
  /// The token of a run of the whole program, in place of exploring launches; empty where these
  /// are. The program in it does not count.
  std::string program_run;
  /// Where reports go as lines of JSON: an open file of the process.
  int report_file = -1;
};

std::string to_json(const ExploreOptions& options);
/// Throws std::invalid_argument for text that to_json() did not write.
ExploreOptions explore_options_from_json(std::string_view text);
/// What is in `file`. Throws std::invalid_argument where that is not to be had.
ExploreOptions read_explore_options(const std::string& file);

}  // namespace simt
