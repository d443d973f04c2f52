// SPDX-License-Identifier: Apache-2.0
/// The double precision functions. CUDA Math API, "Double Precision Mathematical Functions".
/// Included before <cmath>, whose using-declarations and templates must see the device's overloads.
#pragma once

#include "simt/math/library.h"

// Beside the host's functions of the same names: what the compiler knows, so that it can fold,
// vectorise or inline it.
#define SIMT_BUILTIN_1(name) \
  __SIMT_DEVICE__ double name(double x) { return __builtin_##name(x); }
#define SIMT_BUILTIN_2(name) \
  __SIMT_DEVICE__ double name(double x, double y) { return __builtin_##name(x, y); }
SIMT_BUILTIN_1(acos)
SIMT_BUILTIN_1(acosh)
SIMT_BUILTIN_1(asin)
SIMT_BUILTIN_1(asinh)
SIMT_BUILTIN_1(atan)
SIMT_BUILTIN_1(atanh)
SIMT_BUILTIN_1(ceil)
SIMT_BUILTIN_1(cos)
SIMT_BUILTIN_1(erf)
SIMT_BUILTIN_1(exp)
SIMT_BUILTIN_1(exp2)
SIMT_BUILTIN_1(expm1)
SIMT_BUILTIN_1(fabs)
SIMT_BUILTIN_1(floor)
SIMT_BUILTIN_1(log)
SIMT_BUILTIN_1(log1p)
SIMT_BUILTIN_1(log2)
SIMT_BUILTIN_1(logb)
SIMT_BUILTIN_1(nearbyint)
SIMT_BUILTIN_1(rint)
SIMT_BUILTIN_1(round)
SIMT_BUILTIN_1(sin)
SIMT_BUILTIN_1(sinh)
SIMT_BUILTIN_1(sqrt)
SIMT_BUILTIN_1(tan)
SIMT_BUILTIN_1(trunc)
SIMT_BUILTIN_2(atan2)
SIMT_BUILTIN_2(copysign)
SIMT_BUILTIN_2(fdim)
SIMT_BUILTIN_2(fmax)
SIMT_BUILTIN_2(fmin)
SIMT_BUILTIN_2(fmod)
SIMT_BUILTIN_2(hypot)
SIMT_BUILTIN_2(nextafter)
SIMT_BUILTIN_2(pow)
SIMT_BUILTIN_2(remainder)
#undef SIMT_BUILTIN_2
#undef SIMT_BUILTIN_1

__SIMT_DEVICE__ double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
__SIMT_DEVICE__ double ldexp(double x, int n) { return __builtin_ldexp(x, n); }
__SIMT_DEVICE__ double scalbn(double x, int n) { return __builtin_scalbn(x, n); }
__SIMT_DEVICE__ double scalbln(double x, long n) { return __builtin_scalbln(x, n); }
__SIMT_DEVICE__ int ilogb(double x) { return __builtin_ilogb(x); }
__SIMT_DEVICE__ long lrint(double x) { return __builtin_lrint(x); }
__SIMT_DEVICE__ long lround(double x) { return __builtin_lround(x); }
__SIMT_DEVICE__ long long llrint(double x) { return __builtin_llrint(x); }
__SIMT_DEVICE__ long long llround(double x) { return __builtin_llround(x); }
__SIMT_DEVICE__ double nan(const char*) { return __builtin_nan(""); }

// Results go through locals, so that the store to the program's memory is an ordinary store.
__SIMT_DEVICE__ double frexp(double x, int* exponent) {
  int e;
  const double fraction = __builtin_frexp(x, &e);
  *exponent = e;
  return fraction;
}
__SIMT_DEVICE__ double modf(double x, double* integer) {
  double i;
  const double fraction = __builtin_modf(x, &i);
  *integer = i;
  return fraction;
}
__SIMT_DEVICE__ double remquo(double x, double y, int* quotient) {
  int q;
  const double rest = __builtin_remquo(x, y, &q);
  *quotient = q;
  return rest;
}
__SIMT_DEVICE__ void sincos(double x, double* sine, double* cosine) {
  *sine = __builtin_sin(x);
  *cosine = __builtin_cos(x);
}

#define SIMT_LIBRARY_1(name) \
  __SIMT_DEVICE__ double name(double x) { return simt_##name(x); }
SIMT_LIBRARY_1(cbrt)
SIMT_LIBRARY_1(cosh)
SIMT_LIBRARY_1(erfc)
SIMT_LIBRARY_1(exp10)
SIMT_LIBRARY_1(j0)
SIMT_LIBRARY_1(j1)
SIMT_LIBRARY_1(lgamma)
SIMT_LIBRARY_1(log10)
SIMT_LIBRARY_1(tanh)
SIMT_LIBRARY_1(tgamma)
SIMT_LIBRARY_1(y0)
SIMT_LIBRARY_1(y1)
#undef SIMT_LIBRARY_1
__SIMT_DEVICE__ double jn(int n, double x) { return simt_jn(n, x); }
__SIMT_DEVICE__ double yn(int n, double x) { return simt_yn(n, x); }

// What CUDA adds to C's functions is there for host code too.
#define SIMT_ADDED_1(name) \
  __SIMT_HOST_DEVICE__ double name(double x) { return simt_##name(x); }
SIMT_ADDED_1(cospi)
SIMT_ADDED_1(cyl_bessel_i0)
SIMT_ADDED_1(cyl_bessel_i1)
SIMT_ADDED_1(erfcinv)
SIMT_ADDED_1(erfcx)
SIMT_ADDED_1(erfinv)
SIMT_ADDED_1(normcdf)
SIMT_ADDED_1(normcdfinv)
SIMT_ADDED_1(rcbrt)
SIMT_ADDED_1(rsqrt)
SIMT_ADDED_1(sinpi)
#undef SIMT_ADDED_1

__SIMT_HOST_DEVICE__ void sincospi(double x, double* sine, double* cosine) {
  *sine = simt_sinpi(x);
  *cosine = simt_cospi(x);
}
__SIMT_HOST_DEVICE__ double rhypot(double x, double y) { return simt_rnorm2(x, y); }
__SIMT_HOST_DEVICE__ double norm3d(double x, double y, double z) { return simt_norm3(x, y, z); }
__SIMT_HOST_DEVICE__ double norm4d(double x, double y, double z, double w) {
  return simt_norm4(x, y, z, w);
}
__SIMT_HOST_DEVICE__ double rnorm3d(double x, double y, double z) { return simt_rnorm3(x, y, z); }
__SIMT_HOST_DEVICE__ double rnorm4d(double x, double y, double z, double w) {
  return simt_rnorm4(x, y, z, w);
}
__SIMT_HOST_DEVICE__ double norm(int dimension, const double* x) {
  double length = 0;
  for (int i = 0; i < dimension; ++i) length = simt_norm2(length, x[i]);
  return length;
}
__SIMT_HOST_DEVICE__ double rnorm(int dimension, const double* x) { return 1 / norm(dimension, x); }
