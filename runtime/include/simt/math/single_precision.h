// SPDX-License-Identifier: Apache-2.0
/// The single precision functions: sinf(x), and sin(x) for a float x.
/// CUDA Math API, "Single Precision Mathematical Functions".
/// Included before <cmath>, as double_precision.h is. The overloads of C's functions are members of
/// namespace std there, which <math.h> makes visible outside of it.
#pragma once

#include "simt/math/double_precision.h"

// Compiler builtins, with error bounds of the C library's float functions.
#define SIMT_BUILTIN_1(name)                                                \
  __SIMT_DEVICE__ float name##f(float x) { return __builtin_##name##f(x); } \
  namespace std {                                                           \
  __SIMT_DEVICE__ float name(float x) { return ::name##f(x); }              \
  }
// Through double: where the C library's float function errs by more than CUDA allows.
#define SIMT_THROUGH_DOUBLE_1(name)                                                          \
  __SIMT_DEVICE__ float name##f(float x) { return static_cast<float>(__builtin_##name(x)); } \
  namespace std {                                                                            \
  __SIMT_DEVICE__ float name(float x) { return ::name##f(x); }                               \
  }
#define SIMT_BUILTIN_2(name)                                                            \
  __SIMT_DEVICE__ float name##f(float x, float y) { return __builtin_##name##f(x, y); } \
  namespace std {                                                                       \
  __SIMT_DEVICE__ float name(float x, float y) { return ::name##f(x, y); }              \
  }
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
SIMT_BUILTIN_1(floor)
SIMT_BUILTIN_1(log)
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
SIMT_BUILTIN_1(fabs)
SIMT_THROUGH_DOUBLE_1(cbrt)
SIMT_THROUGH_DOUBLE_1(cosh)
SIMT_THROUGH_DOUBLE_1(erfc)
SIMT_THROUGH_DOUBLE_1(log10)
SIMT_THROUGH_DOUBLE_1(log1p)
SIMT_THROUGH_DOUBLE_1(tanh)
SIMT_THROUGH_DOUBLE_1(tgamma)
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
#undef SIMT_THROUGH_DOUBLE_1
#undef SIMT_BUILTIN_1

__SIMT_DEVICE__ float lgammaf(float x) { return static_cast<float>(simt_lgamma(x)); }
__SIMT_DEVICE__ float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
__SIMT_DEVICE__ float ldexpf(float x, int n) { return __builtin_ldexpf(x, n); }
__SIMT_DEVICE__ float scalbnf(float x, int n) { return __builtin_scalbnf(x, n); }
__SIMT_DEVICE__ float scalblnf(float x, long n) { return __builtin_scalblnf(x, n); }
__SIMT_DEVICE__ int ilogbf(float x) { return __builtin_ilogbf(x); }
__SIMT_DEVICE__ long lrintf(float x) { return __builtin_lrintf(x); }
__SIMT_DEVICE__ long lroundf(float x) { return __builtin_lroundf(x); }
__SIMT_DEVICE__ long long llrintf(float x) { return __builtin_llrintf(x); }
__SIMT_DEVICE__ long long llroundf(float x) { return __builtin_llroundf(x); }
__SIMT_DEVICE__ float nanf(const char*) { return __builtin_nanf(""); }
__SIMT_DEVICE__ float frexpf(float x, int* exponent) {
  int e;
  const float fraction = __builtin_frexpf(x, &e);
  *exponent = e;
  return fraction;
}
__SIMT_DEVICE__ float modff(float x, float* integer) {
  float i;
  const float fraction = __builtin_modff(x, &i);
  *integer = i;
  return fraction;
}
__SIMT_DEVICE__ float remquof(float x, float y, int* quotient) {
  int q;
  const float rest = __builtin_remquof(x, y, &q);
  *quotient = q;
  return rest;
}
__SIMT_DEVICE__ void sincosf(float x, float* sine, float* cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}

namespace std {
__SIMT_DEVICE__ float lgamma(float x) { return ::lgammaf(x); }
__SIMT_DEVICE__ float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
__SIMT_DEVICE__ float ldexp(float x, int n) { return ::ldexpf(x, n); }
__SIMT_DEVICE__ float scalbn(float x, int n) { return ::scalbnf(x, n); }
__SIMT_DEVICE__ float scalbln(float x, long n) { return ::scalblnf(x, n); }
__SIMT_DEVICE__ int ilogb(float x) { return ::ilogbf(x); }
__SIMT_DEVICE__ long lrint(float x) { return ::lrintf(x); }
__SIMT_DEVICE__ long lround(float x) { return ::lroundf(x); }
__SIMT_DEVICE__ long long llrint(float x) { return ::llrintf(x); }
__SIMT_DEVICE__ long long llround(float x) { return ::llroundf(x); }
__SIMT_DEVICE__ float frexp(float x, int* exponent) { return ::frexpf(x, exponent); }
__SIMT_DEVICE__ float modf(float x, float* integer) { return ::modff(x, integer); }
__SIMT_DEVICE__ float remquo(float x, float y, int* quotient) { return ::remquof(x, y, quotient); }
}  // namespace std

// C's extensions to the standard: the host has them for float by name, CUDA also by overload.
#define SIMT_EXTENSION_1(name)                                                          \
  __SIMT_DEVICE__ float name##f(float x) { return static_cast<float>(simt_##name(x)); } \
  __SIMT_HOST_DEVICE__ float name(float x) { return static_cast<float>(simt_##name(x)); }
SIMT_EXTENSION_1(exp10)
SIMT_EXTENSION_1(j0)
SIMT_EXTENSION_1(j1)
SIMT_EXTENSION_1(y0)
SIMT_EXTENSION_1(y1)
#undef SIMT_EXTENSION_1
__SIMT_DEVICE__ float jnf(int n, float x) { return static_cast<float>(simt_jn(n, x)); }
__SIMT_DEVICE__ float ynf(int n, float x) { return static_cast<float>(simt_yn(n, x)); }
__SIMT_HOST_DEVICE__ float jn(int n, float x) { return static_cast<float>(simt_jn(n, x)); }
__SIMT_HOST_DEVICE__ float yn(int n, float x) { return static_cast<float>(simt_yn(n, x)); }
__SIMT_HOST_DEVICE__ void sincos(float x, float* sine, float* cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}

// What CUDA adds to C's functions is there for host code too.
#define SIMT_ADDED_1(name)                                                                   \
  __SIMT_HOST_DEVICE__ float name##f(float x) { return static_cast<float>(simt_##name(x)); } \
  __SIMT_HOST_DEVICE__ float name(float x) { return name##f(x); }
SIMT_ADDED_1(cospi)
SIMT_ADDED_1(cyl_bessel_i0)
SIMT_ADDED_1(cyl_bessel_i1)
SIMT_ADDED_1(erfcinv)
SIMT_ADDED_1(erfcx)
SIMT_ADDED_1(erfinv)
SIMT_ADDED_1(normcdf)
SIMT_ADDED_1(normcdfinv)
SIMT_ADDED_1(rcbrt)
SIMT_ADDED_1(sinpi)
#undef SIMT_ADDED_1

__SIMT_HOST_DEVICE__ float rsqrtf(float x) { return 1 / __builtin_sqrtf(x); }
__SIMT_HOST_DEVICE__ float rsqrt(float x) { return rsqrtf(x); }
__SIMT_HOST_DEVICE__ float fdividef(float x, float y) { return x / y; }
__SIMT_HOST_DEVICE__ float fdivide(float x, float y) { return fdividef(x, y); }
__SIMT_HOST_DEVICE__ void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
__SIMT_HOST_DEVICE__ void sincospi(float x, float* sine, float* cosine) {
  sincospif(x, sine, cosine);
}
__SIMT_HOST_DEVICE__ float rhypotf(float x, float y) {
  return static_cast<float>(simt_rnorm2(x, y));
}
__SIMT_HOST_DEVICE__ float rhypot(float x, float y) { return rhypotf(x, y); }
__SIMT_HOST_DEVICE__ float norm3df(float x, float y, float z) {
  return static_cast<float>(simt_norm3(x, y, z));
}
__SIMT_HOST_DEVICE__ float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(simt_norm4(x, y, z, w));
}
__SIMT_HOST_DEVICE__ float rnorm3df(float x, float y, float z) {
  return static_cast<float>(simt_rnorm3(x, y, z));
}
__SIMT_HOST_DEVICE__ float rnorm4df(float x, float y, float z, float w) {
  return static_cast<float>(simt_rnorm4(x, y, z, w));
}
__SIMT_HOST_DEVICE__ float normf(int dimension, const float* x) {
  double length = 0;
  for (int i = 0; i < dimension; ++i) length = simt_norm2(length, x[i]);
  return static_cast<float>(length);
}
__SIMT_HOST_DEVICE__ float rnormf(int dimension, const float* x) {
  double length = 0;
  for (int i = 0; i < dimension; ++i) length = simt_norm2(length, x[i]);
  return static_cast<float>(1 / length);
}
