// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/token_runner.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace simt {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  std::fflush(stdout);
  fmt::print(stderr, "simt: error: {}\n", why);
  std::_Exit(kBadTokenStatus);
}

}  // namespace

void require_program_of(const Token& token) {
  if (token.program != program_fingerprint())
    refuse(
        "the token was made with another program, or the program has been compiled again since; "
        "find the failure again with `simt fuzz`");
}

TokenRunner::TokenRunner(Machine& machine, const MemoryMap& memory, Token token)
    : machine_(machine), memory_(memory), token_(std::move(token)) {
  require_program_of(token_);
}

LaunchOutcome TokenRunner::run(const Launch& launch) {
  if (launch.number != token_.launch)
    return machine_.run(launch, canonical_schedule(machine_, launch), {}).outcome;
  came_ = true;
  LaunchTrial trial(machine_, memory_, launch);
  if (trial.input_fingerprint() != token_.input)
    refuse(fmt::format(
        "launch {} is not given what it was given when the token was made: the program's arguments "
        "or input have changed, or something that simt does not control (time, random numbers, "
        "other threads) decides on them",
        launch.number));
  return run_named(trial);
}

void TokenRunner::end() {
  if (!came_)
    refuse(fmt::format("the program ended before launch {}, which the token names", token_.launch));
}

}  // namespace simt
