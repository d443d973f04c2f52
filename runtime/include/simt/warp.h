// SPDX-License-Identifier: Apache-2.0
/// Warp collectives: vote, match, reduce, shuffle. CUDA Programming Guide, "Warp Vote Functions",
/// "Warp Match Functions", "Warp Reduce Functions", "Warp Shuffle Functions". Every collective is
/// one call into the machine (simt/abi/warp.cpp), where the lanes of the mask meet.
#pragma once

#include "simt/builtin_variables.h"
#include "simt/qualifiers.h"

extern "C" {
#define SIMT_COLLECTIVE __device__ __attribute__((convergent))
SIMT_COLLECTIVE int simt_vote_all(unsigned mask, int predicate);
SIMT_COLLECTIVE int simt_vote_any(unsigned mask, int predicate);
SIMT_COLLECTIVE int simt_vote_uniform(unsigned mask, int predicate);
SIMT_COLLECTIVE unsigned simt_vote_ballot(unsigned mask, int predicate);
SIMT_COLLECTIVE unsigned simt_active_mask();
SIMT_COLLECTIVE unsigned simt_match_any(unsigned mask, unsigned long long value);
SIMT_COLLECTIVE unsigned simt_match_all(unsigned mask, unsigned long long value, int* predicate);
SIMT_COLLECTIVE unsigned long long simt_shuffle_index(unsigned mask, unsigned long long value,
                                                      int lane, int width);
SIMT_COLLECTIVE unsigned long long simt_shuffle_up(unsigned mask, unsigned long long value,
                                                   unsigned delta, int width);
SIMT_COLLECTIVE unsigned long long simt_shuffle_down(unsigned mask, unsigned long long value,
                                                     unsigned delta, int width);
SIMT_COLLECTIVE unsigned long long simt_shuffle_xor(unsigned mask, unsigned long long value,
                                                    int lane_mask, int width);
SIMT_COLLECTIVE unsigned simt_reduce_add(unsigned mask, unsigned value);
SIMT_COLLECTIVE unsigned simt_reduce_min_unsigned(unsigned mask, unsigned value);
SIMT_COLLECTIVE unsigned simt_reduce_max_unsigned(unsigned mask, unsigned value);
SIMT_COLLECTIVE int simt_reduce_min_signed(unsigned mask, int value);
SIMT_COLLECTIVE int simt_reduce_max_signed(unsigned mask, int value);
SIMT_COLLECTIVE unsigned simt_reduce_and(unsigned mask, unsigned value);
SIMT_COLLECTIVE unsigned simt_reduce_or(unsigned mask, unsigned value);
SIMT_COLLECTIVE unsigned simt_reduce_xor(unsigned mask, unsigned value);
#undef SIMT_COLLECTIVE
}

/// The thread's place in its warp, from its place in the block: so that it is known as well where a
/// whole block runs as one loop.
__SIMT_DEVICE__ unsigned simt_lane_id() {
  return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
}

__SIMT_DEVICE__ int __all_sync(unsigned mask, int predicate) {
  return simt_vote_all(mask, predicate);
}
__SIMT_DEVICE__ int __any_sync(unsigned mask, int predicate) {
  return simt_vote_any(mask, predicate);
}
__SIMT_DEVICE__ int __uni_sync(unsigned mask, int predicate) {
  return simt_vote_uniform(mask, predicate);
}
__SIMT_DEVICE__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return simt_vote_ballot(mask, predicate);
}
__SIMT_DEVICE__ unsigned __activemask() { return simt_active_mask(); }

__SIMT_DEVICE__ unsigned __reduce_add_sync(unsigned mask, unsigned value) {
  return simt_reduce_add(mask, value);
}
__SIMT_DEVICE__ int __reduce_add_sync(unsigned mask, int value) {
  return static_cast<int>(simt_reduce_add(mask, static_cast<unsigned>(value)));
}
__SIMT_DEVICE__ unsigned __reduce_min_sync(unsigned mask, unsigned value) {
  return simt_reduce_min_unsigned(mask, value);
}
__SIMT_DEVICE__ int __reduce_min_sync(unsigned mask, int value) {
  return simt_reduce_min_signed(mask, value);
}
__SIMT_DEVICE__ unsigned __reduce_max_sync(unsigned mask, unsigned value) {
  return simt_reduce_max_unsigned(mask, value);
}
__SIMT_DEVICE__ int __reduce_max_sync(unsigned mask, int value) {
  return simt_reduce_max_signed(mask, value);
}
__SIMT_DEVICE__ unsigned __reduce_and_sync(unsigned mask, unsigned value) {
  return simt_reduce_and(mask, value);
}
__SIMT_DEVICE__ unsigned __reduce_or_sync(unsigned mask, unsigned value) {
  return simt_reduce_or(mask, value);
}
__SIMT_DEVICE__ unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return simt_reduce_xor(mask, value);
}

/// A value of up to 64 bits as the bits that travel between lanes, and back.
template <class T>
__SIMT_DEVICE__ unsigned long long __simt_to_bits(T value) {
  static_assert(sizeof(T) <= 8, "a warp collective takes values of at most 64 bits");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
__SIMT_DEVICE__ T __simt_from_bits(unsigned long long bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

#define SIMT_SHUFFLES(T)                                                                         \
  __SIMT_DEVICE__ T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {              \
    return __simt_from_bits<T>(simt_shuffle_index(mask, __simt_to_bits(value), lane, width));    \
  }                                                                                              \
  __SIMT_DEVICE__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {     \
    return __simt_from_bits<T>(simt_shuffle_up(mask, __simt_to_bits(value), delta, width));      \
  }                                                                                              \
  __SIMT_DEVICE__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {   \
    return __simt_from_bits<T>(simt_shuffle_down(mask, __simt_to_bits(value), delta, width));    \
  }                                                                                              \
  __SIMT_DEVICE__ T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {     \
    return __simt_from_bits<T>(simt_shuffle_xor(mask, __simt_to_bits(value), lane_mask, width)); \
  }
SIMT_SHUFFLES(int)
SIMT_SHUFFLES(unsigned)
SIMT_SHUFFLES(long)
SIMT_SHUFFLES(unsigned long)
SIMT_SHUFFLES(long long)
SIMT_SHUFFLES(unsigned long long)
SIMT_SHUFFLES(float)
SIMT_SHUFFLES(double)
#undef SIMT_SHUFFLES

#define SIMT_MATCHES(T)                                                               \
  __SIMT_DEVICE__ unsigned __match_any_sync(unsigned mask, T value) {                 \
    return simt_match_any(mask, __simt_to_bits(value));                               \
  }                                                                                   \
  __SIMT_DEVICE__ unsigned __match_all_sync(unsigned mask, T value, int* predicate) { \
    return simt_match_all(mask, __simt_to_bits(value), predicate);                    \
  }
SIMT_MATCHES(int)
SIMT_MATCHES(unsigned)
SIMT_MATCHES(long)
SIMT_MATCHES(unsigned long)
SIMT_MATCHES(long long)
SIMT_MATCHES(unsigned long long)
SIMT_MATCHES(float)
SIMT_MATCHES(double)
#undef SIMT_MATCHES

// The forms without _sync are gone in CUDA 13 for every architecture that it knows. They are
// declared so that the compiler's message says what to write instead.
#define SIMT_REMOVED(name)                                                               \
  template <class... Arguments>                                                          \
  __device__ int name(Arguments...) __attribute__((                                      \
      unavailable(#name "() has no mask and was removed for sm_70 and newer; use " #name \
                        "_sync(mask, ...)")));
SIMT_REMOVED(__shfl)
SIMT_REMOVED(__shfl_up)
SIMT_REMOVED(__shfl_down)
SIMT_REMOVED(__shfl_xor)
SIMT_REMOVED(__any)
SIMT_REMOVED(__all)
SIMT_REMOVED(__ballot)
#undef SIMT_REMOVED
