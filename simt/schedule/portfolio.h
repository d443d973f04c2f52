// SPDX-License-Identifier: Apache-2.0
/// The schedules that a launch is explored under when nobody asks for others: strategies in
/// rotation, each time with other parameters.
#pragma once

#include <cstdint>

#include "simt/schedule/schedule.h"

namespace simt {

/// The schedule `index`, counted from 0, of those that `seed` stands for. `fill` is what the
/// canonical schedule fills memory from.
ScheduleSpec portfolio_schedule(std::uint64_t seed, std::uint64_t index, std::uint64_t fill);

}  // namespace simt
