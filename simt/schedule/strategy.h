// SPDX-License-Identifier: Apache-2.0
/// What chooses a schedule. A grid has three levels: its blocks, each block's warps, each warp's
/// lanes. At a decision point the strategy of each level chooses one of those that could go on,
/// from the outermost level inwards.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "simt/schedule/random.h"

namespace simt {

/// A thread's access to memory that a decision point precedes; no address where there is none.
struct Access {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool write = false;

  bool conflicts_with(const Access& other) const {
    return (write || other.write) && address < other.address + other.bytes &&
           other.address < address + bytes;
  }
};

/// One level at a decision point. Its members are numbered by bits; each has an id that is unique
/// in the launch on its level.
class Decision {
 public:
  /// Those that could go on; never empty.
  std::uint64_t ready = 0;
  /// The bit of the one that went last; -1 at the start. It may be none of those that are ready.
  int last = -1;
  /// Whether the one that went last was interrupted in the middle of something, so that letting it
  /// go on costs no switch. Not so when it met others at a barrier.
  bool interrupted = false;
  /// Decision points and memory accesses of the launch so far.
  std::uint64_t step = 0;

  std::uint64_t id(unsigned bit) const { return ids != nullptr ? ids[bit] : first_id + bit; }
  /// What the member does next.
  virtual Access pending(unsigned bit) const = 0;
  /// Decision points and memory accesses of the member's thread that went last.
  virtual std::uint64_t steps(unsigned bit) const = 0;

  /// The ids of the members by bit; null where they are consecutive, from first_id.
  const std::uint64_t* ids = nullptr;
  std::uint64_t first_id = 0;

  bool last_is_ready() const { return last >= 0 && (ready >> last & 1) != 0; }
  bool may_continue() const { return interrupted && last_is_ready(); }
  /// The bit of the one with the lowest id, or the highest.
  unsigned first() const {
    if (ids == nullptr) return lowest_bit();
    return greatest([this](unsigned bit) { return ~id(bit); });
  }
  unsigned final() const {
    if (ids == nullptr) return static_cast<unsigned>(63 - std::countl_zero(ready));
    return greatest([this](unsigned bit) { return id(bit); });
  }
  /// Any of those that are ready, with equal odds.
  unsigned any(Random& random) const { return any_of(ready, random); }
  /// Any of `bits`, which are not empty.
  static unsigned any_of(std::uint64_t bits, Random& random) {
    for (auto skip = random.below(static_cast<unsigned>(std::popcount(bits))); skip != 0; --skip)
      bits &= bits - 1;
    return static_cast<unsigned>(std::countr_zero(bits));
  }
  /// The bit of those that are ready whose `rank` is greatest; the lowest bit of several.
  template <class Rank>
  unsigned greatest(Rank rank) const {
    unsigned best = lowest_bit();
    auto best_rank = rank(best);
    for (std::uint64_t rest = ready & (ready - 1); rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(rest));
      if (const auto bits_rank = rank(bit); bits_rank > best_rank) {
        best = bit;
        best_rank = bits_rank;
      }
    }
    return best;
  }

 protected:
  ~Decision() = default;

 private:
  unsigned lowest_bit() const { return static_cast<unsigned>(std::countr_zero(ready)); }
};

class Strategy {
 public:
  static constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

  virtual ~Strategy() = default;

  /// A bit of decision.ready.
  virtual unsigned choose(const Decision& decision) = 0;

  /// How many memory accesses may pass, counted from `step`, until the strategy wants to choose
  /// although the running thread could go on; 1 or more. A strategy whose first answer is kForever
  /// is not asked again.
  virtual std::uint64_t patience(std::uint64_t /*step*/) { return kForever; }

  /// The block that starts at `place` of a grid of `blocks`, both counted from 0; asked on the
  /// level of blocks only.
  virtual std::uint64_t block_at(std::uint64_t place, std::uint64_t /*blocks*/) { return place; }
};

/// What a strategy knows of the launch when it begins.
struct LaunchOutline {
  std::uint64_t seed = 0;
  /// Decision points and memory accesses that one run had; 1 where none was seen.
  std::uint64_t steps = 1;
};

/// A strategy by name, with the number that some take: "pct:3".
struct StrategySpec {
  std::string name;
  /// 0: what the strategy takes by default.
  std::uint32_t parameter = 0;

  std::string text() const;
  friend bool operator==(const StrategySpec&, const StrategySpec&) = default;
};

/// Throws std::invalid_argument, naming the strategies there are, for a text that is none.
StrategySpec parse_strategy(std::string_view text);

std::unique_ptr<Strategy> make_strategy(const StrategySpec& spec, const LaunchOutline& outline);

/// The depth of pct where none is given.
inline constexpr std::uint32_t kDefaultPctDepth = 3;

/// One line for each strategy: its name and what it does.
struct StrategyDescription {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<Strategy> (*make)(std::uint32_t parameter, const LaunchOutline& outline);
  /// Whether it takes a number.
  bool has_parameter;
};
const std::vector<StrategyDescription>& strategy_table();

}  // namespace simt
