// SPDX-License-Identifier: Apache-2.0
/// Runs a program up to the launch that a token names, every launch before it under the canonical
/// schedule, as when the token was made.
#pragma once

#include "simt/explore/launch_runner.h"
#include "simt/explore/launch_trial.h"
#include "simt/explore/token.h"

namespace simt {

/// Exit status where a token does not fit the program.
inline constexpr int kBadTokenStatus = 2;

/// Ends the process with a message and kBadTokenStatus where the token is another program's.
void require_program_of(const Token& token);

class TokenRunner : public LaunchRunner {
 public:
  /// Ends the process with a message and kBadTokenStatus where the token is another program's.
  TokenRunner(Machine& machine, const MemoryMap& memory, Token token);

  LaunchOutcome run(const Launch& launch) final;
  void end() final;

 protected:
  /// The launch that the token names.
  virtual LaunchOutcome run_named(LaunchTrial& trial) = 0;
  const Token& token() const { return token_; }

 private:
  Machine& machine_;
  const MemoryMap& memory_;
  Token token_;
  bool came_ = false;
};

}  // namespace simt
