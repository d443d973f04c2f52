// SPDX-License-Identifier: Apache-2.0
/// A block that the explorer runs, and who of its threads could go on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "simt/grid/block.h"

namespace simt {

class ResidentBlock {
 public:
  static constexpr unsigned kWarps = 32;

  /// Makes this the block `number` of `launch`: none of its threads has started, all could.
  void prepare(const Launch& launch, std::uint64_t number, std::uint64_t seed);

  Block& block() { return block_; }
  const Block& block() const { return block_; }

  /// One bit for each warp with threads that could go on, and for each such lane of a warp.
  std::uint32_t ready_warps() const { return ready_warps_; }
  std::uint32_t ready_lanes(unsigned warp) const { return ready_lanes_[warp]; }
  void make_ready(const Thread& thread) {
    ready_lanes_[thread.warp()] |= 1u << thread.lane();
    ready_warps_ |= 1u << thread.warp();
  }
  void make_unready(const Thread& thread) {
    if ((ready_lanes_[thread.warp()] &= ~(1u << thread.lane())) == 0)
      ready_warps_ &= ~(1u << thread.warp());
  }
  /// Makes ready those that the block released.
  void take_released() {
    while (const Thread* thread = block_.next_released()) make_ready(*thread);
  }

  /// The thread that goes on from now; it is started if it was not.
  Thread& give_turn_to(unsigned warp, unsigned lane);
  /// The thread of `warp` that went last; its first where none did.
  const Thread& last_thread(unsigned warp) const {
    return block_.threads()[warp * 32 + static_cast<unsigned>(std::max<int>(last_lane[warp], 0))];
  }

  /// Which warp, and of each warp which lane, went last; -1 before the first.
  int last_warp = -1;
  std::array<std::int8_t, kWarps> last_lane;

 private:
  Block block_;
  std::uint32_t ready_warps_ = 0;
  std::array<std::uint32_t, kWarps> ready_lanes_;
};

}  // namespace simt
