// SPDX-License-Identifier: Apache-2.0
/// A campaign's share of schedules, for machines that work on it together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace simt {

/// The part `number`, counted from 1, of `count` parts of equal size.
struct Shard {
  std::uint64_t number = 1;
  std::uint64_t count = 1;

  /// Whether it runs the schedule `index`, counted from 0.
  bool has(std::uint64_t index) const { return index % count == number - 1; }

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// "2/8".
std::string to_text(const Shard& shard);
/// Throws std::invalid_argument, saying what is wrong.
Shard parse_shard(std::string_view text);

}  // namespace simt
