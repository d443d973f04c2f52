// SPDX-License-Identifier: Apache-2.0
/// The one runtime of a process: its device, and how API functions reach it.
#pragma once

#include <atomic>
#include <memory>
#include <string_view>
#include <utility>

#include "backends/backend.h"
#include "cuda_runtime_api.h"
#include "runtime/api/module_registry.h"
#include "runtime/device/profile.h"
#include "simt/settings/settings.h"

namespace simt {

struct Runtime {
  /// Of the device that the program sees.
  const DeviceProfile& profile;
  std::unique_ptr<Backend> backend;
  ModuleRegistry modules;
  /// What CUDA_VISIBLE_DEVICES leaves of the one device.
  int device_count = 1;
  /// Of the run as a whole.
  std::uint64_t seed = 0;
  TestSettings tests;
  /// The settings say what is done with launches, so the program cannot.
  bool schedules_are_given = false;
  /// CUDA_LAUNCH_BLOCKING=1: a launch returns when the kernel has ended.
  bool launch_blocking = false;
  std::atomic<bool> unloading{false};
  /// The device was used: a child of this process cannot use it any more.
  std::atomic<bool> in_use{false};
  /// This process is such a child. It has none of the runtime's threads.
  std::atomic<bool> lost_by_fork{false};
};

/// Made at the first use. Settings in error end the process with a message and kBadSettingsStatus.
Runtime& runtime();

/// Makes `error` the thread's last error where it is one, and returns it.
cudaError_t remember(cudaError_t error);
/// The thread's last error; cleared where `clear` says so.
cudaError_t last_error(bool clear);

/// Says on stderr that `feature` does not exist here; returns cudaErrorNotSupported.
cudaError_t unsupported(std::string_view feature);

/// While one lives, its thread runs a function of the program that has its turn in a stream, and
/// that may not call the runtime. CUDA Runtime API reference, "cudaLaunchHostFunc". The errors it
/// sees are its own, though it may run on a thread that waits.
class InsideHostFunction {
 public:
  InsideHostFunction();
  ~InsideHostFunction();
  InsideHostFunction(const InsideHostFunction&) = delete;
  InsideHostFunction& operator=(const InsideHostFunction&) = delete;

 private:
  cudaError_t error_of_thread_;
};

/// Why the device cannot be used now: by this thread, by this process, or since a kernel failed.
cudaError_t obstacle(const Runtime& runtime);

/// The frame of each API function that uses the device: `body` is called with the runtime unless
/// something stands in the way, and what it returns becomes the thread's last error.
template <class Body>
cudaError_t on_device(Body&& body) {
  Runtime& state = runtime();
  const cudaError_t error = obstacle(state);
  if (!state.in_use) state.in_use = true;
  return remember(error != cudaSuccess ? error : std::forward<Body>(body)(state));
}

}  // namespace simt
