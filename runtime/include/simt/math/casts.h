// SPDX-License-Identifier: Apache-2.0
/// Conversions with a rounding mode, and reinterpretation of bits. CUDA Math API, "Type Casting
/// Intrinsics".
/// rn: to nearest even, rz: toward zero, ru: up, rd: down. The kernel pass makes conversions to
/// integers saturate (tools/kernelpass/conversions.h).
#pragma once

#include "simt/math/library.h"

__SIMT_DEVICE__ int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__SIMT_DEVICE__ unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
__SIMT_DEVICE__ float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__SIMT_DEVICE__ float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
__SIMT_DEVICE__ long long __double_as_longlong(double x) {
  return __builtin_bit_cast(long long, x);
}
__SIMT_DEVICE__ double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__SIMT_DEVICE__ int __double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(long long, x) >> 32);
}
__SIMT_DEVICE__ int __double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(long long, x));
}
__SIMT_DEVICE__ double __hiloint2double(int hi, int lo) {
  return __builtin_bit_cast(
      double,
      static_cast<unsigned long long>(static_cast<unsigned>(hi)) << 32 | static_cast<unsigned>(lo));
}

#define SIMT_TO_INTEGER(F, suffix, I, name)                                                  \
  __SIMT_DEVICE__ I __##name##_rn(F x) { return static_cast<I>(__builtin_rint##suffix(x)); } \
  __SIMT_DEVICE__ I __##name##_rz(F x) { return static_cast<I>(x); }                         \
  __SIMT_DEVICE__ I __##name##_ru(F x) { return static_cast<I>(__builtin_ceil##suffix(x)); } \
  __SIMT_DEVICE__ I __##name##_rd(F x) { return static_cast<I>(__builtin_floor##suffix(x)); }
#define SIMT_TO_INTEGERS(F, suffix, from)           \
  SIMT_TO_INTEGER(F, suffix, int, from##2int)       \
  SIMT_TO_INTEGER(F, suffix, unsigned, from##2uint) \
  SIMT_TO_INTEGER(F, suffix, long long, from##2ll)  \
  SIMT_TO_INTEGER(F, suffix, unsigned long long, from##2ull)
SIMT_TO_INTEGERS(float, f, float)
SIMT_TO_INTEGERS(double, , double)
#undef SIMT_TO_INTEGERS
#undef SIMT_TO_INTEGER

// Compiled code rounds to nearest even; the library does the other modes.
#define SIMT_TO_FLOATING(F, From, name, library)                             \
  __SIMT_DEVICE__ F __##name##_rn(From x) { return static_cast<F>(x); }      \
  __SIMT_DEVICE__ F __##name##_rz(From x) { return simt_##library##_rz(x); } \
  __SIMT_DEVICE__ F __##name##_ru(From x) { return simt_##library##_ru(x); } \
  __SIMT_DEVICE__ F __##name##_rd(From x) { return simt_##library##_rd(x); }
SIMT_TO_FLOATING(float, int, int2float, ll2float)
SIMT_TO_FLOATING(float, unsigned, uint2float, ull2float)
SIMT_TO_FLOATING(float, long long, ll2float, ll2float)
SIMT_TO_FLOATING(float, unsigned long long, ull2float, ull2float)
SIMT_TO_FLOATING(double, long long, ll2double, ll2double)
SIMT_TO_FLOATING(double, unsigned long long, ull2double, ull2double)
SIMT_TO_FLOATING(float, double, double2float, double2float)
#undef SIMT_TO_FLOATING
__SIMT_DEVICE__ double __int2double_rn(int x) { return x; }
__SIMT_DEVICE__ double __uint2double_rn(unsigned x) { return x; }
