// SPDX-License-Identifier: Apache-2.0
/// Shows a failure again: runs the launch that a token names under the token's schedule, in this
/// process, where a debugger sees it, and says how the result differs.
#pragma once

#include "simt/explore/token_runner.h"

namespace simt {

class Replayer final : public TokenRunner {
 public:
  using TokenRunner::TokenRunner;

 private:
  LaunchOutcome run_named(LaunchTrial& trial) override;
};

}  // namespace simt
