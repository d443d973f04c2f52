// SPDX-License-Identifier: Apache-2.0
/// The backend that runs kernels on the machine of simt/grid.
#pragma once

#include <cstddef>
#include <memory>

#include "backends/backend.h"

namespace simt {

struct EmulatorSettings {
  MachineSettings machine;
  /// The device's memory.
  std::size_t global_memory_bytes = 0;
  /// Of all __constant__ variables of a module.
  std::size_t constant_bytes = 0;
  /// Run kernels from the checked image of the modules that have one.
  bool checked_image = false;
};

std::unique_ptr<Backend> make_emulator(const EmulatorSettings& settings);

}  // namespace simt
