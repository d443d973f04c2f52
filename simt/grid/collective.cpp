// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/collective.h"

#include <algorithm>

namespace simt {
namespace {

/// Applies `combine` to the values of all lanes that arrived.
template <class Value, class Combine>
std::uint64_t reduce(const Meeting& meeting, Combine combine) {
  bool first = true;
  Value total{};
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((meeting.arrived >> lane & 1) == 0) continue;
    const auto value = static_cast<Value>(meeting.lanes[lane].value);
    total = first ? value : static_cast<Value>(combine(total, value));
    first = false;
  }
  return static_cast<std::uint32_t>(total);
}

/// The lanes that arrived and whose value passes `test`.
template <class Test>
std::uint32_t lanes_where(const Meeting& meeting, Test test) {
  std::uint32_t lanes = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((meeting.arrived >> lane & 1) != 0 && test(meeting.lanes[lane].value)) {
      lanes |= std::uint32_t{1} << lane;
    }
  }
  return lanes;
}

std::uint32_t true_lanes(const Meeting& meeting) {
  return lanes_where(meeting, [](std::uint64_t value) { return value != 0; });
}

/// The lane that `lane` reads from in a shuffle; its own where the source lies outside its segment.
unsigned source_lane(const Meeting& meeting, unsigned lane) {
  const Contribution& own = meeting.lanes[lane];
  const unsigned width = own.width;
  const unsigned segment = lane & ~(width - 1);
  switch (meeting.kind) {
    case CollectiveKind::kShuffleIndex:
      return segment + (own.selector & (width - 1));
    case CollectiveKind::kShuffleUp: {
      const int source = static_cast<int>(lane) - static_cast<int>(own.selector & 31);
      return source < static_cast<int>(segment) ? lane : static_cast<unsigned>(source);
    }
    case CollectiveKind::kShuffleDown: {
      const unsigned source = lane + (own.selector & 31);
      return source >= segment + width ? lane : source;
    }
    default: {
      const unsigned source = lane ^ (own.selector & 31);
      // Earlier segments may be read, later ones not.
      return source >= segment + width ? lane : source;
    }
  }
}

}  // namespace

const char* name_of(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::kSync:
      return "__syncwarp";
    case CollectiveKind::kVoteAll:
      return "__all_sync";
    case CollectiveKind::kVoteAny:
      return "__any_sync";
    case CollectiveKind::kVoteUniform:
      return "__uni_sync";
    case CollectiveKind::kBallot:
      return "__ballot_sync";
    case CollectiveKind::kMatchAny:
      return "__match_any_sync";
    case CollectiveKind::kMatchAll:
      return "__match_all_sync";
    case CollectiveKind::kShuffleIndex:
      return "__shfl_sync";
    case CollectiveKind::kShuffleUp:
      return "__shfl_up_sync";
    case CollectiveKind::kShuffleDown:
      return "__shfl_down_sync";
    case CollectiveKind::kShuffleXor:
      return "__shfl_xor_sync";
    case CollectiveKind::kReduceAdd:
      return "__reduce_add_sync";
    case CollectiveKind::kReduceMinUnsigned:
    case CollectiveKind::kReduceMinSigned:
      return "__reduce_min_sync";
    case CollectiveKind::kReduceMaxUnsigned:
    case CollectiveKind::kReduceMaxSigned:
      return "__reduce_max_sync";
    case CollectiveKind::kReduceAnd:
      return "__reduce_and_sync";
    case CollectiveKind::kReduceOr:
      return "__reduce_or_sync";
    case CollectiveKind::kReduceXor:
      return "__reduce_xor_sync";
  }
  return "";
}

std::uint64_t Meeting::result_for(unsigned lane) const {
  const std::uint64_t own = lanes[lane].value;
  switch (kind) {
    case CollectiveKind::kSync:
      return 0;
    case CollectiveKind::kVoteAll:
      return true_lanes(*this) == arrived;
    case CollectiveKind::kVoteAny:
      return true_lanes(*this) != 0;
    case CollectiveKind::kVoteUniform: {
      const std::uint32_t ones = true_lanes(*this);
      return ones == 0 || ones == arrived;
    }
    case CollectiveKind::kBallot:
      return true_lanes(*this);
    case CollectiveKind::kMatchAny:
    case CollectiveKind::kMatchAll: {
      const std::uint32_t same =
          lanes_where(*this, [own](std::uint64_t value) { return value == own; });
      return kind == CollectiveKind::kMatchAll && same != arrived ? 0 : same;
    }
    case CollectiveKind::kShuffleIndex:
    case CollectiveKind::kShuffleUp:
    case CollectiveKind::kShuffleDown:
    case CollectiveKind::kShuffleXor: {
      const unsigned source = source_lane(*this, lane);
      return (arrived >> source & 1) != 0 ? lanes[source].value : 0;
    }
    case CollectiveKind::kReduceAdd:
      return reduce<std::uint32_t>(*this, [](auto a, auto b) { return a + b; });
    case CollectiveKind::kReduceMinUnsigned:
      return reduce<std::uint32_t>(*this, [](auto a, auto b) { return std::min(a, b); });
    case CollectiveKind::kReduceMaxUnsigned:
      return reduce<std::uint32_t>(*this, [](auto a, auto b) { return std::max(a, b); });
    case CollectiveKind::kReduceMinSigned:
      return reduce<std::int32_t>(*this, [](auto a, auto b) { return std::min(a, b); });
    case CollectiveKind::kReduceMaxSigned:
      return reduce<std::int32_t>(*this, [](auto a, auto b) { return std::max(a, b); });
    case CollectiveKind::kReduceAnd:
      return reduce<std::uint32_t>(*this, [](auto a, auto b) { return a & b; });
    case CollectiveKind::kReduceOr:
      return reduce<std::uint32_t>(*this, [](auto a, auto b) { return a | b; });
    case CollectiveKind::kReduceXor:
      return reduce<std::uint32_t>(*this, [](auto a, auto b) { return a ^ b; });
  }
  return 0;
}

}  // namespace simt
