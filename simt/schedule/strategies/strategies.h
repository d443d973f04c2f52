// SPDX-License-Identifier: Apache-2.0
/// How each strategy is made; the files beside this one hold one each.
#pragma once

#include "simt/schedule/strategy.h"

namespace simt {

using MadeStrategy = std::unique_ptr<Strategy>;

MadeStrategy make_sequential(std::uint32_t parameter, const LaunchOutline& outline);
MadeStrategy make_reverse(std::uint32_t parameter, const LaunchOutline& outline);
MadeStrategy make_random(std::uint32_t mean_accesses, const LaunchOutline& outline);
MadeStrategy make_round_robin(std::uint32_t quantum, const LaunchOutline& outline);
MadeStrategy make_lockstep(std::uint32_t parameter, const LaunchOutline& outline);
MadeStrategy make_pct(std::uint32_t depth, const LaunchOutline& outline);
MadeStrategy make_pos(std::uint32_t parameter, const LaunchOutline& outline);
MadeStrategy make_race_ahead(std::uint32_t parameter, const LaunchOutline& outline);
MadeStrategy make_starve(std::uint32_t parameter, const LaunchOutline& outline);

}  // namespace simt
