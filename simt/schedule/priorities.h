// SPDX-License-Identifier: Apache-2.0
/// Random priorities of the members of a level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/schedule/random.h"

namespace simt {

/// Each member's priority is drawn when it is asked for first, and stays until it is set. Members
/// whose ids differ by a multiple of kMost share one: there are never so many at a decision point.
class Priorities {
 public:
  /// Threads of the blocks that take part in a choice at a time.
  static constexpr std::size_t kMost = std::size_t{1} << 16;
  /// Those that are drawn are not below this.
  static constexpr std::uint64_t kLowestDrawn = std::uint64_t{1} << 63;

  explicit Priorities(std::uint64_t seed) : random_(seed) {}

  std::uint64_t of(std::uint64_t id) {
    std::uint64_t& priority = at(id);
    if (priority == 0) priority = drawn();
    return priority;
  }
  void draw_anew(std::uint64_t id) { at(id) = drawn(); }
  /// `priority` is not 0.
  void set(std::uint64_t id, std::uint64_t priority) { at(id) = priority; }

 private:
  std::uint64_t drawn() { return random_.next() | kLowestDrawn; }
  std::uint64_t& at(std::uint64_t id) {
    const std::size_t place = id % kMost;
    if (place >= priorities_.size()) priorities_.resize(place + 1);
    return priorities_[place];
  }

  Random random_;
  /// 0: not drawn yet.
  std::vector<std::uint64_t> priorities_;
};

}  // namespace simt
