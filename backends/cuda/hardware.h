// SPDX-License-Identifier: Apache-2.0
/// Whether this machine has a GPU that CUDA can use. The driver library is opened at run time, so
/// nothing of CUDA is needed to build or to start.
#pragma once

#include <string>
#include <vector>

namespace simt {

enum class HardwareState {
  /// No driver library can be opened.
  kNoDriver,
  /// The driver is there and finds no device that it can use.
  kNoDevice,
  kPresent,
};

struct HardwareDevice {
  std::string name;
  int compute_capability_major = 0;
  int compute_capability_minor = 0;
};

struct Hardware {
  HardwareState state{};
  /// One device or more where `state` is kPresent, else none.
  std::vector<HardwareDevice> devices;
  /// Why there are no devices, in the words of the dynamic linker or of the driver.
  std::string reason;
};

/// Asks the driver in `library`; the name is a parameter for tests.
Hardware probe_hardware(const char* library = "libcuda.so.1");

}  // namespace simt
