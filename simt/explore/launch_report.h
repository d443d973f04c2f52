// SPDX-License-Identifier: Apache-2.0
/// What exploring a launch showed.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/grid/launch.h"
#include "simt/report/finding.h"

namespace simt {

/// An element of a buffer that is another one under another schedule.
struct DifferingElement {
  std::uint64_t address = 0;
  /// "argument 2 (float*)", "device memory at 0x…".
  std::string buffer;
  /// From the start of the buffer, in elements.
  std::uint64_t index = 0;
  std::string expected;
  std::string found;
  /// Who wrote it last under the canonical schedule, and under the other; empty where nobody did.
  std::optional<ThreadPlace> expected_writer;
  std::optional<ThreadPlace> found_writer;
};

struct Failure {
  enum class Kind {
    /// Memory holds other results.
    kMemory,
    /// So it does, by no more than the tolerance.
    kRounding,
    /// Other lines were printed.
    kOutput,
    /// The launch fails.
    kFinding,
    /// The process that ran the schedule was killed.
    kKilled,
    /// The program ends in another way, or not at all.
    kEnd,
  };
  /// What it depends on.
  enum class Cause {
    kOrder,
    /// What memory that nothing wrote holds: it shows in the canonical order as well.
    kFill,
    /// That stores reach other threads late: it shows only where they do, so a fence is missing.
    kLateStores,
    /// The shape of the launch: it shows in the canonical order as well.
    kShape,
  };
  Kind kind{};
  Cause cause = Cause::kOrder;
  /// In one sentence.
  std::string summary;
  std::optional<Finding> finding;
  /// The first of them, and how many 8-byte words differ in all.
  std::vector<DifferingElement> elements;
  std::uint64_t differing_words = 0;
  /// The schedule that showed it first, counted from 0, and how many did.
  std::uint64_t schedule = 0;
  std::uint64_t count = 1;
  std::string strategies;
  std::string token;

  bool is_failure() const { return kind != Kind::kRounding; }
};

/// Schedules of one strategy with a guarantee, on one level: see Pct.
struct PctRuns {
  std::string level;
  std::uint32_t depth = 0;
  std::uint64_t runs = 0;
  /// Members of the level.
  std::uint64_t members = 0;
};

struct LaunchReport {
  /// Counted from 1 over the process. 0: the program as a whole, whose name is `kernel`.
  std::uint64_t launch = 0;
  std::string kernel;
  Extent3 grid;
  Extent3 block;
  /// How many have been run, of those that are to be.
  std::uint64_t schedules = 0;
  std::uint64_t wanted = 0;
  /// Decision points and memory accesses under the canonical schedule.
  std::uint64_t steps = 0;
  /// Depends on what the launch is given; and on every decision of the canonical run.
  std::uint32_t input = 0;
  std::uint64_t trace = 0;
  /// Different results, and different orders of conflicting accesses, the canonical one's included.
  std::uint64_t states = 0;
  std::uint64_t orders = 0;
  /// No two threads made conflicting accesses, so one schedule says it all.
  bool independent = false;
  /// Other shapes that results must not depend on. They are run in the canonical order and count as
  /// schedules, the last ones.
  std::vector<LaunchShape> shapes;
  /// What a person should know besides; empty where there is nothing.
  std::string note;
  /// Why the launch was not explored; empty where it was.
  std::string skipped;
  /// How the launch failed under the canonical schedule.
  std::optional<Finding> own_finding;
  std::vector<PctRuns> pct;
  std::vector<Failure> failures;
  double seconds = 0;

  bool is_of_whole_program() const { return launch == 0; }
};

/// What one schedule of a launch showed.
struct ScheduleResult {
  /// Counted from 0.
  std::uint64_t schedule = 0;
  /// Equal for runs that came out alike, 0 for the canonical result; and for runs with one order of
  /// conflicting accesses.
  std::uint64_t state = 0;
  std::uint64_t order = 0;
  /// Equal for failures that are alike; empty where there was none.
  std::string failure;
};

/// A launch with what it is given: equal where the same schedule shows the same.
struct LaunchKey {
  /// Fingerprint of the program.
  std::uint32_t program = 0;
  std::uint64_t launch = 0;
  std::string kernel;
  std::uint32_t input = 0;
  std::uint64_t trace = 0;

  friend auto operator<=>(const LaunchKey&, const LaunchKey&) = default;
};

/// What some of the schedules of a launch showed, one by one, so that parts can be put together in
/// any order, also where they overlap.
struct LaunchPart {
  std::uint32_t program = 0;
  /// All but what depends on schedules. The time is that of this part.
  LaunchReport launch;
  /// Of the canonical run.
  std::uint64_t order = 0;
  std::vector<ScheduleResult> results;
  /// Failures of this part that have been looked at; they lack the count.
  std::map<std::string, Failure> failures;

  LaunchKey key() const {
    return {program, launch.launch, launch.kernel, launch.input, launch.trace};
  }
};

/// In one line.
std::string to_json(const LaunchReport& report);
std::string to_json(const Failure& failure);
std::string to_json(const LaunchPart& part);
/// Throw std::invalid_argument for text that to_json() did not write.
LaunchReport launch_report_from_json(std::string_view text);
Failure failure_from_json(std::string_view text);
LaunchPart launch_part_from_json(std::string_view text);

}  // namespace simt
