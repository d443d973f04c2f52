// SPDX-License-Identifier: Apache-2.0
/// Two 16-bit or four 8-bit lanes in one 32-bit word, and the combined minimum and maximum
/// functions. CUDA Math API, "SIMD Intrinsics". Lanes are vectors of the compiler, so that its
/// vector units serve.
#pragma once

#include "simt/math/min_max_abs.h"

typedef short __simt_s16x2 __attribute__((ext_vector_type(2)));
typedef unsigned short __simt_u16x2 __attribute__((ext_vector_type(2)));
typedef signed char __simt_s8x4 __attribute__((ext_vector_type(4)));
typedef unsigned char __simt_u8x4 __attribute__((ext_vector_type(4)));
typedef int __simt_s32x2 __attribute__((ext_vector_type(2)));
typedef int __simt_s32x4 __attribute__((ext_vector_type(4)));

// S, U: lanes as signed and unsigned. W: lanes widened to int.
#define SIMT_LANES_2(X) X(2, __simt_s16x2, __simt_u16x2, __simt_s32x2)
#define SIMT_LANES_4(X) X(4, __simt_s8x4, __simt_u8x4, __simt_s32x4)
#define SIMT_WORD(lanes) __builtin_bit_cast(unsigned, lanes)

#define SIMT_UNARY(name, n, V, lanes)                \
  __SIMT_DEVICE__ unsigned __##name##n(unsigned a) { \
    const V x = __builtin_bit_cast(V, a);            \
    return SIMT_WORD((lanes));                       \
  }
#define SIMT_BINARY(name, n, V, lanes)                           \
  __SIMT_DEVICE__ unsigned __##name##n(unsigned a, unsigned b) { \
    const V x = __builtin_bit_cast(V, a);                        \
    const V y = __builtin_bit_cast(V, b);                        \
    return SIMT_WORD((lanes));                                   \
  }

#define SIMT_ARITHMETIC(n, S, U, W)                                                               \
  SIMT_UNARY(vabs, n, S, __builtin_elementwise_abs(x))                                            \
  SIMT_UNARY(vabsss, n, S, __builtin_elementwise_max(x, __builtin_elementwise_sub_sat(S(0), x)))  \
  SIMT_UNARY(vneg, n, U, U(0) - x)                                                                \
  SIMT_UNARY(vnegss, n, S, __builtin_elementwise_sub_sat(S(0), x))                                \
  SIMT_BINARY(vadd, n, U, x + y)                                                                  \
  SIMT_BINARY(vaddss, n, S, __builtin_elementwise_add_sat(x, y))                                  \
  SIMT_BINARY(vaddus, n, U, __builtin_elementwise_add_sat(x, y))                                  \
  SIMT_BINARY(vsub, n, U, x - y)                                                                  \
  SIMT_BINARY(vsubss, n, S, __builtin_elementwise_sub_sat(x, y))                                  \
  SIMT_BINARY(vsubus, n, U, __builtin_elementwise_sub_sat(x, y))                                  \
  SIMT_BINARY(vmaxs, n, S, __builtin_elementwise_max(x, y))                                       \
  SIMT_BINARY(vmaxu, n, U, __builtin_elementwise_max(x, y))                                       \
  SIMT_BINARY(vmins, n, S, __builtin_elementwise_min(x, y))                                       \
  SIMT_BINARY(vminu, n, U, __builtin_elementwise_min(x, y))                                       \
  SIMT_BINARY(vabsdiffs, n, S,                                                                    \
              __builtin_bit_cast(U, __builtin_elementwise_max(x, y)) -                            \
                  __builtin_bit_cast(U, __builtin_elementwise_min(x, y)))                         \
  SIMT_BINARY(vabsdiffu, n, U, __builtin_elementwise_max(x, y) - __builtin_elementwise_min(x, y)) \
  SIMT_BINARY(vhaddu, n, U, (x & y) + ((x ^ y) >> U(1)))                                          \
  SIMT_BINARY(vavgu, n, U, (x | y) - ((x ^ y) >> U(1)))
SIMT_LANES_2(SIMT_ARITHMETIC)
SIMT_LANES_4(SIMT_ARITHMETIC)
#undef SIMT_ARITHMETIC

// Rounded to nearest, halves away from zero (PTX ISA, vavrg2 and vavrg4).
#define SIMT_SIGNED_AVERAGE(n, S, U, W)                                    \
  __SIMT_DEVICE__ unsigned __vavgs##n(unsigned a, unsigned b) {            \
    const W sum = __builtin_convertvector(__builtin_bit_cast(S, a), W) +   \
                  __builtin_convertvector(__builtin_bit_cast(S, b), W);    \
    return SIMT_WORD(__builtin_convertvector((sum - (sum >= 0)) >> 1, S)); \
  }
SIMT_LANES_2(SIMT_SIGNED_AVERAGE)
SIMT_LANES_4(SIMT_SIGNED_AVERAGE)
#undef SIMT_SIGNED_AVERAGE

// A comparison gives lanes of all ones (vcmp) or of 1 (vset).
#define SIMT_COMPARISON(name, n, V, operation) \
  SIMT_BINARY(vcmp##name, n, V, x operation y) \
  SIMT_BINARY(vset##name, n, V, -(x operation y))
#define SIMT_COMPARISONS(n, S, U, W) \
  SIMT_COMPARISON(eq, n, U, ==)      \
  SIMT_COMPARISON(ne, n, U, !=)      \
  SIMT_COMPARISON(ges, n, S, >=)     \
  SIMT_COMPARISON(geu, n, U, >=)     \
  SIMT_COMPARISON(gts, n, S, >)      \
  SIMT_COMPARISON(gtu, n, U, >)      \
  SIMT_COMPARISON(les, n, S, <=)     \
  SIMT_COMPARISON(leu, n, U, <=)     \
  SIMT_COMPARISON(lts, n, S, <)      \
  SIMT_COMPARISON(ltu, n, U, <)
SIMT_LANES_2(SIMT_COMPARISONS)
SIMT_LANES_4(SIMT_COMPARISONS)
#undef SIMT_COMPARISONS
#undef SIMT_COMPARISON

// Sum of the lanes' absolute differences.
__SIMT_DEVICE__ unsigned __simt_sum_lanes2(unsigned a) { return (a & 0xffff) + (a >> 16); }
__SIMT_DEVICE__ unsigned __simt_sum_lanes4(unsigned a) {
  return (a & 0xff) + (a >> 8 & 0xff) + (a >> 16 & 0xff) + (a >> 24);
}
#define SIMT_SUMS_OF_DIFFERENCES(n, S, U, W)                    \
  __SIMT_DEVICE__ unsigned __vsads##n(unsigned a, unsigned b) { \
    return __simt_sum_lanes##n(__vabsdiffs##n(a, b));           \
  }                                                             \
  __SIMT_DEVICE__ unsigned __vsadu##n(unsigned a, unsigned b) { \
    return __simt_sum_lanes##n(__vabsdiffu##n(a, b));           \
  }
SIMT_LANES_2(SIMT_SUMS_OF_DIFFERENCES)
SIMT_LANES_4(SIMT_SUMS_OF_DIFFERENCES)
#undef SIMT_SUMS_OF_DIFFERENCES

// Combined functions on words and on pairs: of three operands, of a sum and an operand, and clamped
// at zero from below (relu). T: the C++ type. V: the vector to compute in.
#define SIMT_COMBINED(name, T, V, U)                                                       \
  __SIMT_DEVICE__ T __vimax3_##name(T a, T b, T c) {                                       \
    return SIMT_AS(T, SIMT_MAX(SIMT_MAX(SIMT_AS(V, a), SIMT_AS(V, b)), SIMT_AS(V, c)));    \
  }                                                                                        \
  __SIMT_DEVICE__ T __vimin3_##name(T a, T b, T c) {                                       \
    return SIMT_AS(T, SIMT_MIN(SIMT_MIN(SIMT_AS(V, a), SIMT_AS(V, b)), SIMT_AS(V, c)));    \
  }                                                                                        \
  __SIMT_DEVICE__ T __viaddmax_##name(T a, T b, T c) {                                     \
    return SIMT_AS(T, SIMT_MAX(SIMT_AS(V, SIMT_AS(U, a) + SIMT_AS(U, b)), SIMT_AS(V, c))); \
  }                                                                                        \
  __SIMT_DEVICE__ T __viaddmin_##name(T a, T b, T c) {                                     \
    return SIMT_AS(T, SIMT_MIN(SIMT_AS(V, SIMT_AS(U, a) + SIMT_AS(U, b)), SIMT_AS(V, c))); \
  }
#define SIMT_RELU(name, T, V)                                                                     \
  __SIMT_DEVICE__ T __simt_relu_##name(T a) { return SIMT_AS(T, SIMT_MAX(SIMT_AS(V, a), V(0))); } \
  __SIMT_DEVICE__ T __vimax_##name##_relu(T a, T b) {                                             \
    return __simt_relu_##name(SIMT_AS(T, SIMT_MAX(SIMT_AS(V, a), SIMT_AS(V, b))));                \
  }                                                                                               \
  __SIMT_DEVICE__ T __vimin_##name##_relu(T a, T b) {                                             \
    return __simt_relu_##name(SIMT_AS(T, SIMT_MIN(SIMT_AS(V, a), SIMT_AS(V, b))));                \
  }                                                                                               \
  __SIMT_DEVICE__ T __vimax3_##name##_relu(T a, T b, T c) {                                       \
    return __simt_relu_##name(__vimax3_##name(a, b, c));                                          \
  }                                                                                               \
  __SIMT_DEVICE__ T __vimin3_##name##_relu(T a, T b, T c) {                                       \
    return __simt_relu_##name(__vimin3_##name(a, b, c));                                          \
  }                                                                                               \
  __SIMT_DEVICE__ T __viaddmax_##name##_relu(T a, T b, T c) {                                     \
    return __simt_relu_##name(__viaddmax_##name(a, b, c));                                        \
  }                                                                                               \
  __SIMT_DEVICE__ T __viaddmin_##name##_relu(T a, T b, T c) {                                     \
    return __simt_relu_##name(__viaddmin_##name(a, b, c));                                        \
  }
#define SIMT_AS(T, x) __builtin_bit_cast(T, x)
#define SIMT_MAX __builtin_elementwise_max
#define SIMT_MIN __builtin_elementwise_min
SIMT_COMBINED(s32, int, int, unsigned)
SIMT_COMBINED(u32, unsigned, unsigned, unsigned)
SIMT_COMBINED(s16x2, unsigned, __simt_s16x2, __simt_u16x2)
SIMT_COMBINED(u16x2, unsigned, __simt_u16x2, __simt_u16x2)
SIMT_RELU(s32, int, int)
SIMT_RELU(s16x2, unsigned, __simt_s16x2)
#undef SIMT_MIN
#undef SIMT_MAX
#undef SIMT_AS
#undef SIMT_RELU
#undef SIMT_COMBINED

// Maximum and minimum that also tell whether the first operand (of each lane) was taken.
#define SIMT_WITH_PREDICATE(name, T)                             \
  __SIMT_DEVICE__ T __vibmax_##name(T a, T b, bool* predicate) { \
    *predicate = a >= b;                                         \
    return max(a, b);                                            \
  }                                                              \
  __SIMT_DEVICE__ T __vibmin_##name(T a, T b, bool* predicate) { \
    *predicate = a <= b;                                         \
    return min(a, b);                                            \
  }
SIMT_WITH_PREDICATE(s32, int)
SIMT_WITH_PREDICATE(u32, unsigned)
#undef SIMT_WITH_PREDICATE
#define SIMT_WITH_PREDICATES(name, maximum, minimum, greater_or_equal, less_or_equal)       \
  __SIMT_DEVICE__ unsigned __vibmax_##name(unsigned a, unsigned b, bool* high, bool* low) { \
    const unsigned taken = greater_or_equal(a, b);                                          \
    *high = taken >> 16 != 0;                                                               \
    *low = (taken & 0xffff) != 0;                                                           \
    return maximum(a, b);                                                                   \
  }                                                                                         \
  __SIMT_DEVICE__ unsigned __vibmin_##name(unsigned a, unsigned b, bool* high, bool* low) { \
    const unsigned taken = less_or_equal(a, b);                                             \
    *high = taken >> 16 != 0;                                                               \
    *low = (taken & 0xffff) != 0;                                                           \
    return minimum(a, b);                                                                   \
  }
SIMT_WITH_PREDICATES(s16x2, __vmaxs2, __vmins2, __vcmpges2, __vcmples2)
SIMT_WITH_PREDICATES(u16x2, __vmaxu2, __vminu2, __vcmpgeu2, __vcmpleu2)
#undef SIMT_WITH_PREDICATES

#undef SIMT_BINARY
#undef SIMT_UNARY
#undef SIMT_WORD
#undef SIMT_LANES_4
#undef SIMT_LANES_2
