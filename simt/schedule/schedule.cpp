// SPDX-License-Identifier: Apache-2.0
#include "simt/schedule/schedule.h"

#include <fmt/format.h>

namespace simt {

std::string ScheduleSpec::strategies() const {
  return fmt::format("{}/{}/{}", blocks.text(), warps.text(), lanes.text());
}

ScheduleSpec canonical_schedule(std::uint64_t seed) {
  ScheduleSpec spec;
  spec.seed = spec.fill = seed;
  return spec;
}

Launch shaped(const Launch& launch, const ScheduleSpec& schedule) {
  Launch shaped = launch;
  if (schedule.shape) {
    shaped.grid = schedule.shape->grid;
    shaped.block = schedule.shape->block;
  }
  return shaped;
}

}  // namespace simt
