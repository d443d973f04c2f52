// SPDX-License-Identifier: Apache-2.0
/// What is done with a launch: it is run, or explored, or its schedule is given.
#pragma once

#include "simt/grid/launch.h"

namespace simt {

class LaunchRunner {
 public:
  virtual ~LaunchRunner() = default;
  virtual LaunchOutcome run(const Launch& launch) = 0;
  /// The program ends.
  virtual void end() {}
};

}  // namespace simt
