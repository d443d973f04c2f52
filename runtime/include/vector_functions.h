// SPDX-License-Identifier: Apache-2.0
/// make_int4(x, y, z, w) and its kin. CUDA Programming Guide, "Built-in Vector Types".
#pragma once

/// CUDA's own include guard: programs test it to learn whether the header was included.
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define SIMT_MAKE_1_2_3(name, element)                                                  \
  __SIMT_HOST_DEVICE__ struct name##1 make_##name##1(element x) {                       \
    struct name##1 v = {x};                                                             \
    return v;                                                                           \
  }                                                                                     \
  __SIMT_HOST_DEVICE__ struct name##2 make_##name##2(element x, element y) {            \
    struct name##2 v = {x, y};                                                          \
    return v;                                                                           \
  }                                                                                     \
  __SIMT_HOST_DEVICE__ struct name##3 make_##name##3(element x, element y, element z) { \
    struct name##3 v = {x, y, z};                                                       \
    return v;                                                                           \
  }
#define SIMT_MAKE_4(name, element)                                                           \
  __SIMT_HOST_DEVICE__ struct name make_##name(element x, element y, element z, element w) { \
    struct name v = {x, y, z, w};                                                            \
    return v;                                                                                \
  }
#define SIMT_MAKE_NARROW(name, element) \
  SIMT_MAKE_1_2_3(name, element)        \
  SIMT_MAKE_4(name##4, element)
#define SIMT_MAKE_WIDE(name, element) \
  SIMT_MAKE_NARROW(name, element)     \
  SIMT_MAKE_4(name##4_16a, element)   \
  SIMT_MAKE_4(name##4_32a, element)

SIMT_MAKE_NARROW(char, signed char)
SIMT_MAKE_NARROW(uchar, unsigned char)
SIMT_MAKE_NARROW(short, short)
SIMT_MAKE_NARROW(ushort, unsigned short)
SIMT_MAKE_NARROW(int, int)
SIMT_MAKE_NARROW(uint, unsigned int)
SIMT_MAKE_NARROW(float, float)
SIMT_MAKE_WIDE(long, long)
SIMT_MAKE_WIDE(ulong, unsigned long)
SIMT_MAKE_WIDE(longlong, long long)
SIMT_MAKE_WIDE(ulonglong, unsigned long long)
SIMT_MAKE_WIDE(double, double)

#undef SIMT_MAKE_WIDE
#undef SIMT_MAKE_NARROW
#undef SIMT_MAKE_4
#undef SIMT_MAKE_1_2_3
