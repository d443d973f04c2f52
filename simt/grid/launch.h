// SPDX-License-Identifier: Apache-2.0
/// What the machine is asked to run, and what it answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "simt/abi/kernel_abi.h"
#include "simt/report/finding.h"

namespace simt {

/// Extents of a grid, cluster or block; x is innermost. CUDA Programming Guide, "Thread Hierarchy".
struct Extent3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  friend bool operator==(const Extent3&, const Extent3&) = default;
};

/// CUDA Programming Guide, "Execution Configuration".
struct LaunchShape {
  Extent3 grid;
  Extent3 block;
  friend bool operator==(const LaunchShape&, const LaunchShape&) = default;
};

/// The limits of one device that decide how many blocks are resident at once.
/// CUDA Programming Guide, "Compute Capabilities", table of technical specifications.
struct ResidencyLimits {
  std::uint32_t multiprocessors = 132;
  std::uint32_t blocks_per_multiprocessor = 32;
  std::uint32_t threads_per_multiprocessor = 2048;
  std::uint32_t shared_bytes_per_multiprocessor = 233472;
  std::uint32_t reserved_shared_bytes_per_block = 1024;
};

/// Blocks of this shape that one multiprocessor holds at once; 0 where not even one fits.
std::uint32_t resident_blocks_per_multiprocessor(const ResidencyLimits& limits,
                                                 std::uint64_t threads_per_block,
                                                 std::uint64_t shared_bytes_per_block);

struct Launch {
  const simt_kernel_record* kernel = nullptr;
  Extent3 grid;
  Extent3 block;
  /// The kernel's own static shared memory, then the linked one.
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t linked_shared_begin = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  /// kernel->parameter_bytes bytes, laid out as kernel->parameters says.
  const std::byte* parameters = nullptr;
  /// Counts the launches of the process; part of what the schedule's randomness derives from.
  std::uint64_t number = 0;
};

/// Settings of the machine; simt/grid/machine.h runs launches with them.
struct MachineSettings {
  std::uint64_t seed = 0;
  ResidencyLimits residency;
  /// OS threads that run blocks; 0: one a core.
  unsigned workers = 0;
  /// Stack of one CUDA thread, bytes.
  std::size_t stack_bytes = 256 * 1024;
  /// Whether a barrier that some live threads skip ends the launch (true) or passes as on hardware.
  bool report_barrier_divergence = true;
  /// Fruitless polls, over all threads, after which a launch counts as livelocked.
  std::uint64_t livelock_polls = std::uint64_t{1} << 24;
  /// Seconds that one thread may run without reaching a decision point; 0: for ever.
  double thread_seconds = 60;
};

/// Empty: the launch ran to its end.
using LaunchOutcome = std::optional<Finding>;

}  // namespace simt
