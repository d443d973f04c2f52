// SPDX-License-Identifier: Apache-2.0
/// Warp collectives, as runtime/include/simt/warp.h declares them. The code address of the call
/// comes from each function itself, so that findings name the kernel's line.
#include "simt/abi/builtin_variables.h"
#include "simt/grid/worker.h"

namespace {

using simt::CollectiveKind;

std::uint64_t meet(const void* where, CollectiveKind kind, unsigned mask, std::uint64_t value,
                   unsigned selector = 0, unsigned width = 32) {
  return simt::Worker::current().collective(where, kind, mask, {value, selector, width});
}

}  // namespace

#define WHERE __builtin_return_address(0)

extern "C" {

SIMT_EXPORT void simt_warp_sync(unsigned mask) { meet(WHERE, CollectiveKind::kSync, mask, 0); }

SIMT_EXPORT int simt_vote_all(unsigned mask, int predicate) {
  return static_cast<int>(meet(WHERE, CollectiveKind::kVoteAll, mask, predicate != 0));
}
SIMT_EXPORT int simt_vote_any(unsigned mask, int predicate) {
  return static_cast<int>(meet(WHERE, CollectiveKind::kVoteAny, mask, predicate != 0));
}
SIMT_EXPORT int simt_vote_uniform(unsigned mask, int predicate) {
  return static_cast<int>(meet(WHERE, CollectiveKind::kVoteUniform, mask, predicate != 0));
}
SIMT_EXPORT unsigned simt_vote_ballot(unsigned mask, int predicate) {
  return static_cast<unsigned>(meet(WHERE, CollectiveKind::kBallot, mask, predicate != 0));
}
SIMT_EXPORT unsigned simt_active_mask() { return simt::Worker::current().active_mask(WHERE); }

SIMT_EXPORT unsigned simt_match_any(unsigned mask, unsigned long long value) {
  return static_cast<unsigned>(meet(WHERE, CollectiveKind::kMatchAny, mask, value));
}
SIMT_EXPORT unsigned simt_match_all(unsigned mask, unsigned long long value, int* predicate) {
  const auto same = static_cast<unsigned>(meet(WHERE, CollectiveKind::kMatchAll, mask, value));
  *predicate = same != 0 ? 1 : 0;
  return same;
}

SIMT_EXPORT unsigned long long simt_shuffle_index(unsigned mask, unsigned long long value, int lane,
                                                  int width) {
  return meet(WHERE, CollectiveKind::kShuffleIndex, mask, value, static_cast<unsigned>(lane),
              static_cast<unsigned>(width));
}
SIMT_EXPORT unsigned long long simt_shuffle_up(unsigned mask, unsigned long long value,
                                               unsigned delta, int width) {
  return meet(WHERE, CollectiveKind::kShuffleUp, mask, value, delta, static_cast<unsigned>(width));
}
SIMT_EXPORT unsigned long long simt_shuffle_down(unsigned mask, unsigned long long value,
                                                 unsigned delta, int width) {
  return meet(WHERE, CollectiveKind::kShuffleDown, mask, value, delta,
              static_cast<unsigned>(width));
}
SIMT_EXPORT unsigned long long simt_shuffle_xor(unsigned mask, unsigned long long value,
                                                int lane_mask, int width) {
  return meet(WHERE, CollectiveKind::kShuffleXor, mask, value, static_cast<unsigned>(lane_mask),
              static_cast<unsigned>(width));
}

SIMT_EXPORT unsigned simt_reduce_add(unsigned mask, unsigned value) {
  return static_cast<unsigned>(meet(WHERE, CollectiveKind::kReduceAdd, mask, value));
}
SIMT_EXPORT unsigned simt_reduce_min_unsigned(unsigned mask, unsigned value) {
  return static_cast<unsigned>(meet(WHERE, CollectiveKind::kReduceMinUnsigned, mask, value));
}
SIMT_EXPORT unsigned simt_reduce_max_unsigned(unsigned mask, unsigned value) {
  return static_cast<unsigned>(meet(WHERE, CollectiveKind::kReduceMaxUnsigned, mask, value));
}
SIMT_EXPORT int simt_reduce_min_signed(unsigned mask, int value) {
  return static_cast<int>(
      meet(WHERE, CollectiveKind::kReduceMinSigned, mask, static_cast<unsigned>(value)));
}
SIMT_EXPORT int simt_reduce_max_signed(unsigned mask, int value) {
  return static_cast<int>(
      meet(WHERE, CollectiveKind::kReduceMaxSigned, mask, static_cast<unsigned>(value)));
}
SIMT_EXPORT unsigned simt_reduce_and(unsigned mask, unsigned value) {
  return static_cast<unsigned>(meet(WHERE, CollectiveKind::kReduceAnd, mask, value));
}
SIMT_EXPORT unsigned simt_reduce_or(unsigned mask, unsigned value) {
  return static_cast<unsigned>(meet(WHERE, CollectiveKind::kReduceOr, mask, value));
}
SIMT_EXPORT unsigned simt_reduce_xor(unsigned mask, unsigned value) {
  return static_cast<unsigned>(meet(WHERE, CollectiveKind::kReduceXor, mask, value));
}

}  // extern "C"
