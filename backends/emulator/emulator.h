// SPDX-License-Identifier: Apache-2.0
/// The backend that runs kernels on the machine of simt/grid.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "backends/backend.h"
#include "simt/explore/options.h"
#include "simt/explore/program_runner.h"
#include "simt/explore/token.h"

namespace simt {

struct EmulatorSettings {
  MachineSettings machine;
  /// The device's memory.
  std::size_t global_memory_bytes = 0;
  /// Of all __constant__ variables of a module.
  std::size_t constant_bytes = 0;
  /// Run kernels from the checked image of the modules that have one.
  bool checked_image = false;
  /// What is done with launches other than running them, at most one of these: explored; replayed
  /// or shrunk by a token; run as part of a run of the whole program.
  std::optional<ExploreOptions> explore = std::nullopt;
  std::optional<Token> replay = std::nullopt;
  std::optional<Token> shrink = std::nullopt;
  std::optional<ProgramRun> program = std::nullopt;

  /// Whether one of these decides on schedules, so that nothing else may.
  bool schedules_are_given() const { return explore || replay || shrink || program; }
};

std::unique_ptr<Backend> make_emulator(const EmulatorSettings& settings);

}  // namespace simt
