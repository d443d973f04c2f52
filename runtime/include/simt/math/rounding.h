// SPDX-License-Identifier: Apache-2.0
/// Arithmetic with an explicit rounding mode. CUDA Math API, "Single Precision Intrinsics" and
/// "Double Precision Intrinsics". Also promises that no product and sum are contracted into one
/// operation.
#pragma once

#include "simt/math/library.h"

#define SIMT_ROUNDED_3(T, name, library)                                       \
  __SIMT_DEVICE__ T name##_rz(T x, T y, T z) { return library##_rz(x, y, z); } \
  __SIMT_DEVICE__ T name##_ru(T x, T y, T z) { return library##_ru(x, y, z); } \
  __SIMT_DEVICE__ T name##_rd(T x, T y, T z) { return library##_rd(x, y, z); }
#define SIMT_ROUNDED_2(T, name, library, operation)                    \
  __SIMT_DEVICE__ T name##_rn(T x, T y) {                              \
    _Pragma("clang fp contract(off)") return x operation y;            \
  }                                                                    \
  __SIMT_DEVICE__ T name##_rz(T x, T y) { return library##_rz(x, y); } \
  __SIMT_DEVICE__ T name##_ru(T x, T y) { return library##_ru(x, y); } \
  __SIMT_DEVICE__ T name##_rd(T x, T y) { return library##_rd(x, y); }
#define SIMT_ROUNDED_SQRT(T, name, library)                    \
  __SIMT_DEVICE__ T name##_rz(T x) { return library##_rz(x); } \
  __SIMT_DEVICE__ T name##_ru(T x) { return library##_ru(x); } \
  __SIMT_DEVICE__ T name##_rd(T x) { return library##_rd(x); }
#define SIMT_ROUNDED_RECIPROCAL(T, name, library)                 \
  __SIMT_DEVICE__ T name##_rn(T x) { return 1 / x; }              \
  __SIMT_DEVICE__ T name##_rz(T x) { return library##_rz(1, x); } \
  __SIMT_DEVICE__ T name##_ru(T x) { return library##_ru(1, x); } \
  __SIMT_DEVICE__ T name##_rd(T x) { return library##_rd(1, x); }
#define SIMT_ROUNDED_ARITHMETIC(T, p)               \
  SIMT_ROUNDED_2(T, __##p##add, simt_##p##add, +)   \
  SIMT_ROUNDED_2(T, __##p##sub, simt_##p##sub, -)   \
  SIMT_ROUNDED_2(T, __##p##mul, simt_##p##mul, *)   \
  SIMT_ROUNDED_2(T, __##p##div, simt_##p##div, /)   \
  SIMT_ROUNDED_SQRT(T, __##p##sqrt, simt_##p##sqrt) \
  SIMT_ROUNDED_RECIPROCAL(T, __##p##rcp, simt_##p##div)
SIMT_ROUNDED_ARITHMETIC(float, f)
SIMT_ROUNDED_ARITHMETIC(double, d)
SIMT_ROUNDED_3(float, __fmaf, simt_ffma)
// Of floats, "ieee" says that subnormal numbers stay what they are whatever -ftz says.
SIMT_ROUNDED_3(float, __fmaf_ieee, simt_ffma)
SIMT_ROUNDED_3(double, __fma, simt_dfma)
#undef SIMT_ROUNDED_ARITHMETIC
#undef SIMT_ROUNDED_RECIPROCAL
#undef SIMT_ROUNDED_SQRT
#undef SIMT_ROUNDED_2
#undef SIMT_ROUNDED_3

__SIMT_DEVICE__ float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__SIMT_DEVICE__ float __fmaf_ieee_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__SIMT_DEVICE__ double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }
__SIMT_DEVICE__ float __fsqrt_rn(float x) { return __builtin_sqrtf(x); }
__SIMT_DEVICE__ double __dsqrt_rn(double x) { return __builtin_sqrt(x); }
__SIMT_DEVICE__ float __frsqrt_rn(float x) { return simt_frsqrt_rn(x); }
