// SPDX-License-Identifier: Apache-2.0
/// Complex numbers in single and double precision, for C, C++ and CUDA.
#pragma once

#include <math.h>

#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/// `s` ends the names of the single precision functions. Division scales its operands, so that it
/// neither overflows nor underflows where the quotient does not.
#define SIMT_COMPLEX(Real, Complex, make, s)                                           \
  __SIMT_HOST_DEVICE__ Real cuCreal##s(Complex x) { return x.x; }                      \
  __SIMT_HOST_DEVICE__ Real cuCimag##s(Complex x) { return x.y; }                      \
  __SIMT_HOST_DEVICE__ Complex cuConj##s(Complex x) { return make(x.x, -x.y); }        \
  __SIMT_HOST_DEVICE__ Complex cuCadd##s(Complex x, Complex y) {                       \
    return make(x.x + y.x, x.y + y.y);                                                 \
  }                                                                                    \
  __SIMT_HOST_DEVICE__ Complex cuCsub##s(Complex x, Complex y) {                       \
    return make(x.x - y.x, x.y - y.y);                                                 \
  }                                                                                    \
  __SIMT_HOST_DEVICE__ Complex cuCmul##s(Complex x, Complex y) {                       \
    return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                         \
  }                                                                                    \
  __SIMT_HOST_DEVICE__ Complex cuCfma##s(Complex x, Complex y, Complex d) {            \
    return cuCadd##s(cuCmul##s(x, y), d);                                              \
  }                                                                                    \
  __SIMT_HOST_DEVICE__ Complex cuCdiv##s(Complex x, Complex y) {                       \
    const Real scale = 1 / (__builtin_fabs##s(y.x) + __builtin_fabs##s(y.y));          \
    const Real xr = x.x * scale, xi = x.y * scale, yr = y.x * scale, yi = y.y * scale; \
    const Real inverse = 1 / (yr * yr + yi * yi);                                      \
    return make((xr * yr + xi * yi) * inverse, (xi * yr - xr * yi) * inverse);         \
  }                                                                                    \
  __SIMT_HOST_DEVICE__ Real cuCabs##s(Complex x) { return hypot##s(x.x, x.y); }
SIMT_COMPLEX(float, cuFloatComplex, make_float2, f)
SIMT_COMPLEX(double, cuDoubleComplex, make_double2, )
#undef SIMT_COMPLEX

__SIMT_HOST_DEVICE__ cuFloatComplex make_cuFloatComplex(float real, float imaginary) {
  return make_float2(real, imaginary);
}
__SIMT_HOST_DEVICE__ cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) {
  return make_double2(real, imaginary);
}
__SIMT_HOST_DEVICE__ cuComplex make_cuComplex(float real, float imaginary) {
  return make_float2(real, imaginary);
}
__SIMT_HOST_DEVICE__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_float2((float)x.x, (float)x.y);
}
__SIMT_HOST_DEVICE__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return make_double2(x.x, x.y);
}
