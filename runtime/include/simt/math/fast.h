// SPDX-License-Identifier: Apache-2.0
/// The fast approximations. CUDA Math API, "Single Precision Intrinsics". The error bounds that
/// CUDA gives for them are wide; here they are mostly the accurate functions, but where the
/// documented algorithm limits the domain, so does this one.
#pragma once

#include "simt/math/single_precision.h"

__SIMT_DEVICE__ float __cosf(float x) { return cosf(x); }
__SIMT_DEVICE__ float __sinf(float x) { return sinf(x); }
__SIMT_DEVICE__ float __tanf(float x) { return tanf(x); }
__SIMT_DEVICE__ float __tanhf(float x) { return tanhf(x); }
__SIMT_DEVICE__ void __sincosf(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
__SIMT_DEVICE__ float __expf(float x) { return expf(x); }
__SIMT_DEVICE__ float __exp10f(float x) { return exp10f(x); }
__SIMT_DEVICE__ float __logf(float x) { return logf(x); }
__SIMT_DEVICE__ float __log2f(float x) { return log2f(x); }
__SIMT_DEVICE__ float __log10f(float x) { return log10f(x); }
/// NaN for negative x.
__SIMT_DEVICE__ float __powf(float x, float y) { return exp2f(y * log2f(x)); }
/// 0 for |y| above 2^126, NaN if x is infinite too.
__SIMT_DEVICE__ float __fdividef(float x, float y) {
  return __builtin_fabsf(y) > 0x1p126f ? x * 0 : x / y;
}
/// 0 for NaN.
__SIMT_DEVICE__ float __saturatef(float x) { return fminf(fmaxf(x, 0), 1); }
