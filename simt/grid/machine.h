// SPDX-License-Identifier: Apache-2.0
/// Runs launches to their end, one after the other.
#pragma once

#include <memory>

#include "simt/grid/launch.h"

namespace simt {

class Machine {
 public:
  explicit Machine(const MachineSettings& settings);
  ~Machine();

  /// Runs all blocks of `launch`; returns when they ended or the launch failed. Calls from several
  /// host threads are served one at a time.
  LaunchOutcome run(const Launch& launch);

  const MachineSettings& settings() const;
  void change_settings(const MachineSettings& settings);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace simt
