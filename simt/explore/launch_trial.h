// SPDX-License-Identifier: Apache-2.0
/// Runs one launch again and again, from the memory that it found, and says how each run differs
/// from the canonical one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simt/explore/memory_image.h"
#include "simt/grid/machine.h"
#include "simt/memory/memory_map.h"
#include "simt/schedule/schedule.h"

namespace simt {

struct Trial {
  ScheduledRun run;
  std::vector<WordDifference> differences;
  /// Whether other lines were printed, in whatever order.
  bool printed_differently = false;
  std::string output;

  bool differs() const {
    return run.outcome.has_value() || !differences.empty() || printed_differently;
  }
  /// Equal for runs that came out alike.
  std::uint64_t state() const;
};

/// The schedule that defines the result of `launch` on `machine`.
ScheduleSpec canonical_schedule(const Machine& machine, const Launch& launch);

class LaunchTrial {
 public:
  /// `launch` begins with memory as it is now.
  LaunchTrial(Machine& machine, const MemoryMap& memory, const Launch& launch);

  /// The first run: what it leaves in memory is what the others are compared with.
  const ScheduledRun& run_canonical(Observer* observer);
  const ScheduleSpec& canonical() const { return canonical_; }
  const ScheduledRun& canonical_run() const { return canonical_run_; }
  const std::string& canonical_output() const { return canonical_output_.text; }

  /// A run under `schedule`. The canonical run has been.
  Trial run(const ScheduleSpec& schedule, const RunOptions& options);

  /// For a run that has just been made by others, under a schedule with `fill`: how it differs.
  std::vector<WordDifference> differences_now(std::uint64_t fill) const;

  /// Puts back what had been printed before the launch; and that, and what the canonical run
  /// printed.
  void restore_printed_before();
  void restore_output();

  /// Puts back memory as the launch found it, unwritten words filled for `fill`.
  void restore_start(std::uint64_t fill);

  /// Depends on the kernel, its arguments, the shape and the memory that the launch finds.
  std::uint32_t input_fingerprint() const;

  const Launch& launch() const { return launch_; }
  Machine& machine() { return machine_; }
  const MemoryMap& memory() const { return memory_; }

 private:
  std::uint64_t refill(std::uint64_t fill) const;
  std::vector<std::uint64_t> heap_regions() const;

  Machine& machine_;
  const MemoryMap& memory_;
  Launch launch_;
  ScheduleSpec canonical_;
  MemoryImage start_;
  DeviceHeap::State heap_at_start_;
  /// What kernels printed before, and nobody has taken yet.
  PrintfBuffer::Output printed_before_;
  MemoryImage end_;
  ScheduledRun canonical_run_;
  PrintfBuffer::Output canonical_output_;
  std::vector<std::string> canonical_lines_;
};

}  // namespace simt
