// SPDX-License-Identifier: Apache-2.0
/// Operations that lanes of a warp perform together, and what each lane gets from them.
/// PTX ISA, "shfl.sync", "vote.sync", "match.sync", "redux.sync", "bar.warp.sync".
#pragma once

#include <array>
#include <cstdint>

namespace simt {

enum class CollectiveKind : std::uint8_t {
  kSync,
  kVoteAll,
  kVoteAny,
  kVoteUniform,
  kBallot,
  kMatchAny,
  kMatchAll,
  kShuffleIndex,
  kShuffleUp,
  kShuffleDown,
  kShuffleXor,
  kReduceAdd,
  kReduceMinUnsigned,
  kReduceMaxUnsigned,
  kReduceMinSigned,
  kReduceMaxSigned,
  kReduceAnd,
  kReduceOr,
  kReduceXor,
};

/// The CUDA name of the operation, for messages.
const char* name_of(CollectiveKind kind);

/// One lane's part.
struct Contribution {
  std::uint64_t value;
  /// Shuffles: source lane, delta or lane mask.
  std::uint32_t selector;
  /// Shuffles: width of a segment, a power of two up to 32.
  std::uint32_t width;
};

/// Lanes of one warp that meet in one operation under one member mask.
struct Meeting {
  CollectiveKind kind{};
  std::uint32_t mask = 0;
  std::uint32_t arrived = 0;
  /// Those of the lanes in `arrived`; the others are never read.
  std::array<Contribution, 32> lanes;

  /// What `lane`, one of those that arrived, gets. A shuffle from a lane that takes no part gives 0
  /// as on an H200; CUDA leaves it undefined.
  std::uint64_t result_for(unsigned lane) const;
};

}  // namespace simt
