// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/resident_block.h"

namespace simt {

void ResidentBlock::prepare(const Launch& launch, std::uint64_t number, std::uint64_t seed) {
  block_.prepare(launch, number, seed);
  for (Thread& thread : block_.threads()) thread = Thread{};
  last_warp = -1;
  last_lane.fill(-1);
  ready_warps_ = 0;
  ready_lanes_.fill(0);
  for (unsigned warp = 0; warp < block_.warps().size(); ++warp) {
    ready_lanes_[warp] = block_.warps()[warp].live;
    ready_warps_ |= 1u << warp;
  }
}

Thread& ResidentBlock::give_turn_to(unsigned warp, unsigned lane) {
  const unsigned linear = warp * 32 + lane;
  Thread& thread = block_.threads()[linear];
  last_warp = static_cast<int>(warp);
  last_lane[warp] = static_cast<std::int8_t>(lane);
  return thread.state == ThreadState::kUnstarted ? block_.start(linear) : thread;
}

}  // namespace simt
