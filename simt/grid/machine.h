// SPDX-License-Identifier: Apache-2.0
/// Runs launches to their end, one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "simt/grid/device_heap.h"
#include "simt/grid/explorer.h"
#include "simt/grid/launch.h"
#include "simt/grid/printf_buffer.h"

namespace simt {

class WorkerThreads;

/// How a launch under a given schedule came out.
struct ScheduledRun {
  LaunchOutcome outcome;
  ScheduleTrace trace;
};

class Machine {
 public:
  explicit Machine(const MachineSettings& settings);
  ~Machine();

  /// Runs all blocks of `launch`; returns when they ended or the launch failed. Calls from several
  /// host threads are served one at a time.
  LaunchOutcome run(const Launch& launch);

  /// The same on the calling OS thread alone, under `schedule`.
  ScheduledRun run(const Launch& launch, const ScheduleSpec& schedule, const RunOptions& options);

  MachineSettings settings() const;
  void change_settings(const MachineSettings& settings);

  /// What kernels print, until somebody takes it.
  PrintfBuffer& printf_buffer() { return printf_buffer_; }
  /// What kernels allocate with malloc and new.
  DeviceHeap& heap() { return heap_; }

  /// Says in words what a faulting address is ("host memory", "freed at …"); for findings.
  using AddressDescriber = std::function<std::string(std::uintptr_t)>;
  void set_address_describer(AddressDescriber describer);
  std::string describe_address(std::uintptr_t address) const;

  /// Tells which addresses hold __constant__ variables.
  using AddressTest = std::function<bool(std::uintptr_t)>;
  void set_constant_memory(AddressTest test) { constant_memory_ = std::move(test); }
  bool is_constant(std::uintptr_t address) const {
    return constant_memory_ && constant_memory_(address);
  }

 private:
  PrintfBuffer printf_buffer_;
  DeviceHeap heap_;
  AddressDescriber describer_;
  AddressTest constant_memory_;
  mutable std::mutex settings_mutex_;
  MachineSettings settings_;
  /// One launch at a time.
  std::mutex run_mutex_;
  std::unique_ptr<WorkerThreads> workers_;
};

}  // namespace simt
