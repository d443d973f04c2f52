// SPDX-License-Identifier: Apache-2.0
/// Reduction over a group within a warp. CUDA Programming Guide, "Cooperative Groups", "Reduce".
#pragma once

#include "cooperative_groups.h"

#if defined(__CUDA__)

namespace cooperative_groups {

#define SIMT_REDUCTION(name, expression)                                                         \
  template <class T>                                                                             \
  struct name {                                                                                  \
    __device__ __SIMT_INLINE__ T operator()(const T& a, const T& b) const { return expression; } \
  };
SIMT_REDUCTION(plus, a + b)
SIMT_REDUCTION(less, b < a ? b : a)
SIMT_REDUCTION(greater, a < b ? b : a)
SIMT_REDUCTION(bit_and, a& b)
SIMT_REDUCTION(bit_or, a | b)
SIMT_REDUCTION(bit_xor, a ^ b)
#undef SIMT_REDUCTION

/// All members get `operation` over the values of all, taken in order of rank.
template <class Group, class T, class Operation>
__device__ __SIMT_INLINE__ T reduce(const Group& group, T value, Operation operation) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank)
    result = operation(result, group.shfl(value, rank));
  return result;
}

}  // namespace cooperative_groups

#endif
