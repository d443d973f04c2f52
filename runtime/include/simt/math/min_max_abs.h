// SPDX-License-Identifier: Apache-2.0
/// min, max and abs for every pair of arithmetic types that CUDA overloads them for, in host and
/// device code. CUDA Math API, "Integer Mathematical Functions" and the floating-point sections.
/// Of a signed and an unsigned operand the result is unsigned, after conversion.
#pragma once

#include <cstdlib>

#include "simt/qualifiers.h"

#define SIMT_MIN_MAX(R, A, B)                             \
  __SIMT_HOST_DEVICE__ R min(A x, B y) {                  \
    const R a = static_cast<R>(x), b = static_cast<R>(y); \
    return a < b ? a : b;                                 \
  }                                                       \
  __SIMT_HOST_DEVICE__ R max(A x, B y) {                  \
    const R a = static_cast<R>(x), b = static_cast<R>(y); \
    return a < b ? b : a;                                 \
  }
#define SIMT_MIN_MAX_INTEGERS(S, U) \
  SIMT_MIN_MAX(S, S, S)             \
  SIMT_MIN_MAX(U, U, U)             \
  SIMT_MIN_MAX(U, S, U)             \
  SIMT_MIN_MAX(U, U, S)
SIMT_MIN_MAX_INTEGERS(int, unsigned int)
SIMT_MIN_MAX_INTEGERS(long, unsigned long)
SIMT_MIN_MAX_INTEGERS(long long, unsigned long long)
#undef SIMT_MIN_MAX_INTEGERS
#undef SIMT_MIN_MAX

// As fmin and fmax: of a number and a NaN, the number.
#define SIMT_MIN_MAX_FLOATING(R, A, B, suffix)                                  \
  __SIMT_HOST_DEVICE__ R min(A x, B y) { return __builtin_fmin##suffix(x, y); } \
  __SIMT_HOST_DEVICE__ R max(A x, B y) { return __builtin_fmax##suffix(x, y); }
SIMT_MIN_MAX_FLOATING(float, float, float, f)
SIMT_MIN_MAX_FLOATING(double, double, double, )
SIMT_MIN_MAX_FLOATING(double, float, double, )
SIMT_MIN_MAX_FLOATING(double, double, float, )
#undef SIMT_MIN_MAX_FLOATING

__SIMT_DEVICE__ unsigned umin(unsigned x, unsigned y) { return min(x, y); }
__SIMT_DEVICE__ unsigned umax(unsigned x, unsigned y) { return max(x, y); }
__SIMT_DEVICE__ long long llmin(long long x, long long y) { return min(x, y); }
__SIMT_DEVICE__ long long llmax(long long x, long long y) { return max(x, y); }
__SIMT_DEVICE__ unsigned long long ullmin(unsigned long long x, unsigned long long y) {
  return min(x, y);
}
__SIMT_DEVICE__ unsigned long long ullmax(unsigned long long x, unsigned long long y) {
  return max(x, y);
}

// abs(float) and abs(double) are constexpr functions of the standard library, which kernels may
// call.
__SIMT_DEVICE__ int abs(int x) { return __builtin_abs(x); }
__SIMT_DEVICE__ long labs(long x) { return __builtin_labs(x); }
__SIMT_DEVICE__ long long llabs(long long x) { return __builtin_llabs(x); }
namespace std {
using ::abs;
using ::labs;
using ::llabs;
__SIMT_DEVICE__ long abs(long x) { return __builtin_labs(x); }
__SIMT_DEVICE__ long long abs(long long x) { return __builtin_llabs(x); }
}  // namespace std
