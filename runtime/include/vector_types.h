// SPDX-License-Identifier: Apache-2.0
/// CUDA's built-in vector types and dim3, for C, C++ and CUDA.
/// CUDA Programming Guide, "Built-in Vector Types", whose table gives the alignments.
#pragma once

/// CUDA's own include guard: programs test it to learn whether the header was included.
#define __VECTOR_TYPES_H__

#include "simt/qualifiers.h"

/// `name`1 to `name`3. A vector of one or three elements is aligned like its element, one of two to
/// its size.
#define SIMT_VECTORS_1_2_3(name, element)                                         \
  struct name##1 { element x; };                                                  \
  struct __attribute__((aligned(2 * sizeof(element)))) name##2 { element x, y; }; \
  struct name##3 { element x, y, z; };                                            \
  typedef struct name##1 name##1;                                                 \
  typedef struct name##2 name##2;                                                 \
  typedef struct name##3 name##3;

#define SIMT_VECTOR_4(name, element, alignment)     \
  struct __attribute__((aligned(alignment))) name { \
    element x, y, z, w;                             \
  };                                                \
  typedef struct name name;

SIMT_VECTORS_1_2_3(char, signed char)
SIMT_VECTORS_1_2_3(uchar, unsigned char)
SIMT_VECTORS_1_2_3(short, short)
SIMT_VECTORS_1_2_3(ushort, unsigned short)
SIMT_VECTORS_1_2_3(int, int)
SIMT_VECTORS_1_2_3(uint, unsigned int)
SIMT_VECTORS_1_2_3(long, long)
SIMT_VECTORS_1_2_3(ulong, unsigned long)
SIMT_VECTORS_1_2_3(longlong, long long)
SIMT_VECTORS_1_2_3(ulonglong, unsigned long long)
SIMT_VECTORS_1_2_3(float, float)
SIMT_VECTORS_1_2_3(double, double)

SIMT_VECTOR_4(char4, signed char, 4)
SIMT_VECTOR_4(uchar4, unsigned char, 4)
SIMT_VECTOR_4(short4, short, 8)
SIMT_VECTOR_4(ushort4, unsigned short, 8)
SIMT_VECTOR_4(int4, int, 16)
SIMT_VECTOR_4(uint4, unsigned int, 16)
SIMT_VECTOR_4(float4, float, 16)

// Of 64-bit elements there are three forms each: the first has the alignment that it had before
// CUDA 13 introduced the other two.
#define SIMT_VECTORS_4_WIDE(name, element) \
  SIMT_VECTOR_4(name##4, element, 16)      \
  SIMT_VECTOR_4(name##4_16a, element, 16)  \
  SIMT_VECTOR_4(name##4_32a, element, 32)
SIMT_VECTORS_4_WIDE(long, long)
SIMT_VECTORS_4_WIDE(ulong, unsigned long)
SIMT_VECTORS_4_WIDE(longlong, long long)
SIMT_VECTORS_4_WIDE(ulonglong, unsigned long long)
SIMT_VECTORS_4_WIDE(double, double)

#undef SIMT_VECTORS_4_WIDE
#undef SIMT_VECTOR_4
#undef SIMT_VECTORS_1_2_3

/// Extents or indices; what is not given is 1.
struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  __host__ __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;
