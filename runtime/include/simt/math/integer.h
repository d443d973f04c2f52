// SPDX-License-Identifier: Apache-2.0
/// Integer intrinsics. CUDA Math API, "Integer Intrinsics".
#pragma once

#include "simt/math/min_max_abs.h"
#include "vector_types.h"

// Counting and moving bits.
__SIMT_DEVICE__ int __popc(unsigned x) { return __builtin_popcount(x); }
__SIMT_DEVICE__ int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
__SIMT_DEVICE__ int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
__SIMT_DEVICE__ int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(x); }
__SIMT_DEVICE__ int __ffs(int x) { return __builtin_ffs(x); }
__SIMT_DEVICE__ int __ffsll(long long x) { return __builtin_ffsll(x); }
__SIMT_DEVICE__ unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
__SIMT_DEVICE__ unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}

/// Position of the n-th set bit of `mask` counted from bit `base` (inclusive): upwards for n > 0,
/// downwards for n < 0; for n = 0, `base` itself if that bit is set. 0xffffffff if there is none.
__SIMT_DEVICE__ unsigned __fns(unsigned mask, unsigned base, int n) {
  const int step = n < 0 ? -1 : 1;
  int missing = n == 0 ? 1 : n < 0 ? -n : n;
  for (unsigned i = base; i < 32; i += step) {
    if ((mask >> i & 1) != 0 && --missing == 0) return i;
    if (n == 0) break;
  }
  return 0xffffffffu;
}

/// Byte i of the result is the byte of y:x that the i-th hexadecimal digit of `selector` names, or,
/// where the digit's top bit is set, eight copies of that byte's sign bit (PTX ISA, prmt).
__SIMT_DEVICE__ unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned digit = selector >> (4 * i) & 0xf;
    const unsigned byte = bytes >> (8 * (digit & 7)) & 0xff;
    const unsigned value = (digit & 8) == 0 ? byte : (byte & 0x80) != 0 ? 0xff : 0;
    result |= value << (8 * i);
  }
  return result;
}

// Shifts of the 64-bit hi:lo: _l and _r take the distance modulo 32, _lc and _rc clamp it to 32.
__SIMT_DEVICE__ unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned long long bits = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(bits << min(shift, 32u) >> 32);
}
__SIMT_DEVICE__ unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  const unsigned long long bits = static_cast<unsigned long long>(hi) << 32 | lo;
  return static_cast<unsigned>(bits >> min(shift, 32u));
}
__SIMT_DEVICE__ unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return __funnelshift_lc(lo, hi, shift & 31);
}
__SIMT_DEVICE__ unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return __funnelshift_rc(lo, hi, shift & 31);
}

// Products: the high half, or of 24-bit operands the low half.
__SIMT_DEVICE__ int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
__SIMT_DEVICE__ unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
__SIMT_DEVICE__ long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
__SIMT_DEVICE__ unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
__SIMT_DEVICE__ unsigned __umul24(unsigned x, unsigned y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
__SIMT_DEVICE__ int __mul24(int x, int y) {
  const int a = static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
  const int b = static_cast<int>(static_cast<unsigned>(y) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
}

// |x - y| + z
__SIMT_DEVICE__ unsigned __usad(unsigned x, unsigned y, unsigned z) {
  return (x > y ? x - y : y - x) + z;
}
__SIMT_DEVICE__ unsigned __sad(int x, int y, unsigned z) {
  const unsigned a = static_cast<unsigned>(x), b = static_cast<unsigned>(y);
  return (x > y ? a - b : b - a) + z;
}

// Averages that do not overflow, rounded down (h) or up (rh).
__SIMT_DEVICE__ int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
__SIMT_DEVICE__ int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
__SIMT_DEVICE__ unsigned __uhadd(unsigned x, unsigned y) { return (x & y) + ((x ^ y) >> 1); }
__SIMT_DEVICE__ unsigned __urhadd(unsigned x, unsigned y) { return (x | y) - ((x ^ y) >> 1); }

// Dot products with accumulation. dp2a multiplies two 16-bit elements with the low or high two
// bytes.
__SIMT_DEVICE__ int __dp4a(char4 a, char4 b, int c) {
  const int sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  return static_cast<int>(static_cast<unsigned>(sum) + static_cast<unsigned>(c));
}
__SIMT_DEVICE__ unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) + c;
}
__SIMT_DEVICE__ int __dp2a_lo(short2 a, char4 b, int c) {
  const int sum = a.x * b.x + a.y * b.y;
  return static_cast<int>(static_cast<unsigned>(sum) + static_cast<unsigned>(c));
}
__SIMT_DEVICE__ int __dp2a_hi(short2 a, char4 b, int c) {
  const int sum = a.x * b.z + a.y * b.w;
  return static_cast<int>(static_cast<unsigned>(sum) + static_cast<unsigned>(c));
}
__SIMT_DEVICE__ unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return static_cast<unsigned>(a.x * b.x + a.y * b.y) + c;
}
__SIMT_DEVICE__ unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return static_cast<unsigned>(a.x * b.z + a.y * b.w) + c;
}
#define SIMT_DOT_OF_WORDS(T, pair, quad)                                           \
  __SIMT_DEVICE__ T __dp4a(T a, T b, T c) {                                        \
    return __dp4a(__builtin_bit_cast(quad, a), __builtin_bit_cast(quad, b), c);    \
  }                                                                                \
  __SIMT_DEVICE__ T __dp2a_lo(T a, T b, T c) {                                     \
    return __dp2a_lo(__builtin_bit_cast(pair, a), __builtin_bit_cast(quad, b), c); \
  }                                                                                \
  __SIMT_DEVICE__ T __dp2a_hi(T a, T b, T c) {                                     \
    return __dp2a_hi(__builtin_bit_cast(pair, a), __builtin_bit_cast(quad, b), c); \
  }
SIMT_DOT_OF_WORDS(int, short2, char4)
SIMT_DOT_OF_WORDS(unsigned, ushort2, uchar4)
#undef SIMT_DOT_OF_WORDS
