// SPDX-License-Identifier: Apache-2.0
#include "simt/schedule/portfolio.h"

#include <array>

#include "simt/schedule/random.h"

namespace simt {
namespace {

struct Entry {
  const char* blocks;
  const char* warps;
  const char* lanes;
};

/// Simple orders first: they find most, and they are quick. Then those that find what is rare, the
/// more often the more they find (bench/strategies.md).
constexpr std::array kRotation = {
    Entry{"reverse", "reverse", "reverse"},
    Entry{"random", "race-ahead", "sequential"},
    Entry{"random", "random:8", "random:8"},
    Entry{"random", "pct:2", "pct:2"},
    Entry{"pos", "pos", "pos"},
    Entry{"random", "random:64", "random:64"},
    Entry{"starve", "starve", "starve"},
    Entry{"pct:3", "pct:3", "pct:3"},
    Entry{"pos", "pos", "pos"},
    Entry{"random", "random:8", "lockstep"},
    Entry{"random:256", "pct:2", "reverse"},
    Entry{"round-robin:32", "round-robin:4", "random"},
    Entry{"random", "random", "random"},
    Entry{"pos", "pos", "pos"},
    Entry{"pct:8", "pct:8", "pct:8"},
};

constexpr std::array<std::uint32_t, 4> kSpinDelays = {64, 1, 8, 1024};
constexpr std::uint64_t kSplitMasksEvery = 5;
constexpr std::uint64_t kSameFillEvery = 3;
constexpr std::uint64_t kLateStoresEvery = 4;

}  // namespace

ScheduleSpec portfolio_schedule(std::uint64_t seed, std::uint64_t index, std::uint64_t fill) {
  const Entry& entry = kRotation[index % kRotation.size()];
  ScheduleSpec spec;
  spec.blocks = parse_strategy(entry.blocks);
  spec.warps = parse_strategy(entry.warps);
  spec.lanes = parse_strategy(entry.lanes);
  spec.seed = derive(seed, index);
  spec.fill = index % kSameFillEvery == 0 ? fill : spec.seed;
  spec.spin_delay = kSpinDelays[index / kRotation.size() % kSpinDelays.size()];
  spec.split_active_masks = index % kSplitMasksEvery == kSplitMasksEvery - 1;
  spec.late_stores = index % kLateStoresEvery == kLateStoresEvery - 1;
  return spec;
}

}  // namespace simt
