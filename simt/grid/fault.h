// SPDX-License-Identifier: Apache-2.0
/// Kernels that crash. A signal that strikes inside a kernel ends the launch, not the process: the
/// handler makes the kernel continue on another stack, in Worker::land(), which leaves it for good.
/// Signals from elsewhere go to whoever handled them before.
#pragma once

#include "simt/grid/worker.h"

namespace simt {

/// While one lives, faults of the kernels that `worker` runs on this OS thread are caught, and so
/// are threads that run longer than `seconds` (0: any length) without a decision point.
class FaultGuard {
 public:
  FaultGuard(Worker& worker, double seconds);
  ~FaultGuard();
  FaultGuard(const FaultGuard&) = delete;
  FaultGuard& operator=(const FaultGuard&) = delete;

 private:
  Worker& worker_;
};

/// In a child process that has just been forked: the watchdog's thread stayed with the parent.
void adopt_after_fork();

/// What `fault` says about the kernel, as far as the addresses tell. The place is left to the
/// caller.
Finding finding_of(const Fault& fault, const Stack& stack, const SharedArena& arena,
                   Machine& machine);

}  // namespace simt
