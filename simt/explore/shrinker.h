// SPDX-License-Identifier: Apache-2.0
/// Finds the fewest switches that still make a launch fail, and tells them.
#pragma once

#include <functional>
#include <vector>

#include "simt/explore/token_runner.h"

namespace simt {

/// The smallest subset found of `parts` for which `fails` holds, none of which can be left out
/// (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 2002).
/// `fails(parts)` holds.
std::vector<Deviation> minimise(
    std::vector<Deviation> parts,
    const std::function<bool(const std::vector<Deviation>& subset)>& fails);

/// `parts`, told in fewer: where one leads to a thread that does no more than lead to another, it
/// leads there at once. `fails(parts)` holds.
std::vector<Deviation> shortcut(
    std::vector<Deviation> parts,
    const std::function<bool(const std::vector<Deviation>& fewer)>& fails);

/// Two of `parts` for which `fails` holds, found in about `tries` tries; empty where none was. What
/// minimise() comes to need not be the smallest subset, and most bugs need no more than two
/// switches (Musuvathi and Qadeer, "Iterative Context Bounding", PLDI 2007).
std::vector<Deviation> failing_pair(
    const std::vector<Deviation>& parts, std::uint64_t tries,
    const std::function<bool(const std::vector<Deviation>& subset)>& fails);

/// Ends the process when it is done: status 0, or kBadTokenStatus where the token's schedule does
/// not fail.
class Shrinker final : public TokenRunner {
 public:
  using TokenRunner::TokenRunner;

 private:
  LaunchOutcome run_named(LaunchTrial& trial) override;
};

}  // namespace simt
