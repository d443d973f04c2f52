// SPDX-License-Identifier: Apache-2.0
/// Loads and stores with cache hints, and questions about address spaces. CUDA Programming Guide,
/// "Read-Only Data Cache Load Function", "Load Functions Using Cache Hints", "Store Functions Using
/// Cache Hints", "Address Space Predicate Functions", "Address Space Conversion Functions".
#pragma once

#include <cstddef>

#include "simt/qualifiers.h"
#include "vector_types.h"

// A hint changes when data travels, not what a program may rely on: these are plain accesses. But
// __ldcv promises to fetch again each time.
#define SIMT_HINTED_ACCESS(T)                                            \
  __SIMT_DEVICE__ T __ldg(const T* address) { return *address; }         \
  __SIMT_DEVICE__ T __ldcg(const T* address) { return *address; }        \
  __SIMT_DEVICE__ T __ldca(const T* address) { return *address; }        \
  __SIMT_DEVICE__ T __ldcs(const T* address) { return *address; }        \
  __SIMT_DEVICE__ T __ldlu(const T* address) { return *address; }        \
  __SIMT_DEVICE__ void __stwb(T* address, T value) { *address = value; } \
  __SIMT_DEVICE__ void __stcg(T* address, T value) { *address = value; } \
  __SIMT_DEVICE__ void __stcs(T* address, T value) { *address = value; }
#define SIMT_UNCACHED_SCALAR(T)                                                                   \
  __SIMT_DEVICE__ T __ldcv(const T* address) { return *static_cast<const volatile T*>(address); } \
  __SIMT_DEVICE__ void __stwt(T* address, T value) { *static_cast<volatile T*>(address) = value; }
#define SIMT_UNCACHED_2(V)                              \
  __SIMT_DEVICE__ V __ldcv(const V* address) {          \
    return V{__ldcv(&address->x), __ldcv(&address->y)}; \
  }                                                     \
  __SIMT_DEVICE__ void __stwt(V* address, V value) {    \
    __stwt(&address->x, value.x);                       \
    __stwt(&address->y, value.y);                       \
  }
#define SIMT_UNCACHED_4(V)                                                                        \
  __SIMT_DEVICE__ V __ldcv(const V* address) {                                                    \
    return V{__ldcv(&address->x), __ldcv(&address->y), __ldcv(&address->z), __ldcv(&address->w)}; \
  }                                                                                               \
  __SIMT_DEVICE__ void __stwt(V* address, V value) {                                              \
    __stwt(&address->x, value.x);                                                                 \
    __stwt(&address->y, value.y);                                                                 \
    __stwt(&address->z, value.z);                                                                 \
    __stwt(&address->w, value.w);                                                                 \
  }

#define SIMT_ACCESS_SCALAR(T) SIMT_HINTED_ACCESS(T) SIMT_UNCACHED_SCALAR(T)
#define SIMT_ACCESS_2(V) SIMT_HINTED_ACCESS(V) SIMT_UNCACHED_2(V)
#define SIMT_ACCESS_4(V) SIMT_HINTED_ACCESS(V) SIMT_UNCACHED_4(V)
SIMT_ACCESS_SCALAR(char)
SIMT_ACCESS_SCALAR(signed char)
SIMT_ACCESS_SCALAR(unsigned char)
SIMT_ACCESS_SCALAR(short)
SIMT_ACCESS_SCALAR(unsigned short)
SIMT_ACCESS_SCALAR(int)
SIMT_ACCESS_SCALAR(unsigned)
SIMT_ACCESS_SCALAR(long)
SIMT_ACCESS_SCALAR(unsigned long)
SIMT_ACCESS_SCALAR(long long)
SIMT_ACCESS_SCALAR(unsigned long long)
SIMT_ACCESS_SCALAR(float)
SIMT_ACCESS_SCALAR(double)
SIMT_ACCESS_2(char2)
SIMT_ACCESS_2(uchar2)
SIMT_ACCESS_2(short2)
SIMT_ACCESS_2(ushort2)
SIMT_ACCESS_2(int2)
SIMT_ACCESS_2(uint2)
SIMT_ACCESS_2(longlong2)
SIMT_ACCESS_2(ulonglong2)
SIMT_ACCESS_2(float2)
SIMT_ACCESS_2(double2)
SIMT_ACCESS_4(char4)
SIMT_ACCESS_4(uchar4)
SIMT_ACCESS_4(short4)
SIMT_ACCESS_4(ushort4)
SIMT_ACCESS_4(int4)
SIMT_ACCESS_4(uint4)
SIMT_ACCESS_4(float4)
#undef SIMT_ACCESS_4
#undef SIMT_ACCESS_2
#undef SIMT_ACCESS_SCALAR
#undef SIMT_UNCACHED_4
#undef SIMT_UNCACHED_2
#undef SIMT_UNCACHED_SCALAR
#undef SIMT_HINTED_ACCESS

extern "C" {
#define SIMT_ADDRESS_SPACE(space)                                                          \
  __device__ __attribute__((nothrow)) int simt_is_##space(const void* generic);            \
  __device__ __attribute__((nothrow)) size_t simt_generic_to_##space(const void* generic); \
  __device__ __attribute__((nothrow)) void* simt_##space##_to_generic(size_t address);
SIMT_ADDRESS_SPACE(global)
SIMT_ADDRESS_SPACE(shared)
SIMT_ADDRESS_SPACE(constant)
SIMT_ADDRESS_SPACE(local)
#undef SIMT_ADDRESS_SPACE
}

// Whether a generic address lies in that space: 1 or 0.
__SIMT_DEVICE__ unsigned __isGlobal(const void* generic) { return simt_is_global(generic); }
__SIMT_DEVICE__ unsigned __isShared(const void* generic) { return simt_is_shared(generic); }
__SIMT_DEVICE__ unsigned __isConstant(const void* generic) { return simt_is_constant(generic); }
__SIMT_DEVICE__ unsigned __isLocal(const void* generic) { return simt_is_local(generic); }

// Between a generic address and one within a space, as PTX's ld.shared and its kin take it.
#define SIMT_ADDRESS_CONVERSIONS(space)                                   \
  __SIMT_DEVICE__ size_t __cvta_generic_to_##space(const void* generic) { \
    return simt_generic_to_##space(generic);                              \
  }                                                                       \
  __SIMT_DEVICE__ void* __cvta_##space##_to_generic(size_t address) {     \
    return simt_##space##_to_generic(address);                            \
  }
SIMT_ADDRESS_CONVERSIONS(global)
SIMT_ADDRESS_CONVERSIONS(shared)
SIMT_ADDRESS_CONVERSIONS(constant)
SIMT_ADDRESS_CONVERSIONS(local)
#undef SIMT_ADDRESS_CONVERSIONS
