// SPDX-License-Identifier: Apache-2.0
/// Mathematical functions that are library code rather than compiler builtins; simt/abi/math.cpp
/// and simt/abi/rounding.cpp. They are pure: the compiler may merge or drop calls.
#pragma once

#include "simt/qualifiers.h"

extern "C" {
#define SIMT_LIBRARY __host__ __device__ __attribute__((const, nothrow))

#define SIMT_LIBRARY_UNARY(name) SIMT_LIBRARY double simt_##name(double x);
// In place of the C library's, whose errors exceed the bounds that CUDA documents.
SIMT_LIBRARY_UNARY(cosh)
SIMT_LIBRARY_UNARY(tanh)
SIMT_LIBRARY_UNARY(log10)
SIMT_LIBRARY_UNARY(cbrt)
SIMT_LIBRARY_UNARY(erfc)
SIMT_LIBRARY_UNARY(lgamma)
SIMT_LIBRARY_UNARY(tgamma)
SIMT_LIBRARY_UNARY(j0)
SIMT_LIBRARY_UNARY(j1)
SIMT_LIBRARY_UNARY(y0)
SIMT_LIBRARY_UNARY(y1)
SIMT_LIBRARY double simt_jn(int n, double x);
SIMT_LIBRARY double simt_yn(int n, double x);
// Not in the C library.
SIMT_LIBRARY_UNARY(exp10)
SIMT_LIBRARY_UNARY(rsqrt)
SIMT_LIBRARY_UNARY(rcbrt)
SIMT_LIBRARY_UNARY(sinpi)
SIMT_LIBRARY_UNARY(cospi)
SIMT_LIBRARY_UNARY(erfinv)
SIMT_LIBRARY_UNARY(erfcinv)
SIMT_LIBRARY_UNARY(erfcx)
SIMT_LIBRARY_UNARY(normcdf)
SIMT_LIBRARY_UNARY(normcdfinv)
SIMT_LIBRARY_UNARY(cyl_bessel_i0)
SIMT_LIBRARY_UNARY(cyl_bessel_i1)
SIMT_LIBRARY double simt_norm2(double x, double y);
SIMT_LIBRARY double simt_norm3(double x, double y, double z);
SIMT_LIBRARY double simt_norm4(double x, double y, double z, double w);
SIMT_LIBRARY double simt_rnorm2(double x, double y);
SIMT_LIBRARY double simt_rnorm3(double x, double y, double z);
SIMT_LIBRARY double simt_rnorm4(double x, double y, double z, double w);
#undef SIMT_LIBRARY_UNARY

// Arithmetic and conversions rounded toward zero (rz), up (ru), down (rd).
#define SIMT_LIBRARY_ROUNDED(result, name, ...)      \
  SIMT_LIBRARY result simt_##name##_rz(__VA_ARGS__); \
  SIMT_LIBRARY result simt_##name##_ru(__VA_ARGS__); \
  SIMT_LIBRARY result simt_##name##_rd(__VA_ARGS__);
#define SIMT_LIBRARY_ARITHMETIC(T, prefix)       \
  SIMT_LIBRARY_ROUNDED(T, prefix##add, T x, T y) \
  SIMT_LIBRARY_ROUNDED(T, prefix##sub, T x, T y) \
  SIMT_LIBRARY_ROUNDED(T, prefix##mul, T x, T y) \
  SIMT_LIBRARY_ROUNDED(T, prefix##div, T x, T y) \
  SIMT_LIBRARY_ROUNDED(T, prefix##sqrt, T x)     \
  SIMT_LIBRARY_ROUNDED(T, prefix##fma, T x, T y, T z)
SIMT_LIBRARY_ARITHMETIC(float, f)
SIMT_LIBRARY_ARITHMETIC(double, d)
SIMT_LIBRARY_ROUNDED(float, double2float, double x)
SIMT_LIBRARY_ROUNDED(float, ll2float, long long x)
SIMT_LIBRARY_ROUNDED(float, ull2float, unsigned long long x)
SIMT_LIBRARY_ROUNDED(double, ll2double, long long x)
SIMT_LIBRARY_ROUNDED(double, ull2double, unsigned long long x)
SIMT_LIBRARY float simt_frsqrt_rn(float x);
#undef SIMT_LIBRARY_ARITHMETIC
#undef SIMT_LIBRARY_ROUNDED
#undef SIMT_LIBRARY
}
