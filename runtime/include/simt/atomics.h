// SPDX-License-Identifier: Apache-2.0
/// Atomic functions. CUDA Programming Guide, "Atomic Functions". Every function exists for the
/// scopes of the block, of the device (no suffix) and of the system. All are relaxed. The kernel
/// pass turns each call into the LLVM instruction of that operation and scope.
#pragma once

#include <type_traits>

#include "simt/qualifiers.h"
#include "vector_types.h"

/// `function`: its name in CUDA. `operation`, `type`: its name in
/// simt_atomic_<operation>_<type>_<scope>.
#define SIMT_ATOMIC_IN_SCOPE(function, suffix, operation, scope, T, type)                    \
  extern "C" __device__ T simt_atomic_##operation##_##type##_##scope(T* address, T operand); \
  __SIMT_DEVICE__ T function##suffix(T* address, T operand) {                                \
    return simt_atomic_##operation##_##type##_##scope(address, operand);                     \
  }
#define SIMT_ATOMIC(function, operation, T, type)                   \
  SIMT_ATOMIC_IN_SCOPE(function, _block, operation, block, T, type) \
  SIMT_ATOMIC_IN_SCOPE(function, , operation, device, T, type)      \
  SIMT_ATOMIC_IN_SCOPE(function, _system, operation, system, T, type)

#define SIMT_ATOMIC_CAS_IN_SCOPE(suffix, scope, T, type)                                       \
  extern "C" __device__ T simt_atomic_cas_##type##_##scope(T* address, T expected, T desired); \
  __SIMT_DEVICE__ T atomicCAS##suffix(T* address, T expected, T desired) {                     \
    return simt_atomic_cas_##type##_##scope(address, expected, desired);                       \
  }
#define SIMT_ATOMIC_CAS(T, type)                   \
  SIMT_ATOMIC_CAS_IN_SCOPE(_block, block, T, type) \
  SIMT_ATOMIC_CAS_IN_SCOPE(, device, T, type)      \
  SIMT_ATOMIC_CAS_IN_SCOPE(_system, system, T, type)

SIMT_ATOMIC(atomicAdd, add, int, i32)
SIMT_ATOMIC(atomicAdd, add, unsigned, u32)
SIMT_ATOMIC(atomicAdd, add, unsigned long long, u64)
SIMT_ATOMIC(atomicAdd, add, float, f32)
SIMT_ATOMIC(atomicAdd, add, double, f64)
SIMT_ATOMIC(atomicSub, sub, int, i32)
SIMT_ATOMIC(atomicSub, sub, unsigned, u32)
SIMT_ATOMIC(atomicExch, exch, int, i32)
SIMT_ATOMIC(atomicExch, exch, unsigned, u32)
SIMT_ATOMIC(atomicExch, exch, unsigned long long, u64)
SIMT_ATOMIC(atomicExch, exch, float, f32)
SIMT_ATOMIC(atomicMin, min, int, i32)
SIMT_ATOMIC(atomicMin, min, unsigned, u32)
SIMT_ATOMIC(atomicMin, min, long long, i64)
SIMT_ATOMIC(atomicMin, min, unsigned long long, u64)
SIMT_ATOMIC(atomicMax, max, int, i32)
SIMT_ATOMIC(atomicMax, max, unsigned, u32)
SIMT_ATOMIC(atomicMax, max, long long, i64)
SIMT_ATOMIC(atomicMax, max, unsigned long long, u64)
SIMT_ATOMIC(atomicInc, inc, unsigned, u32)
SIMT_ATOMIC(atomicDec, dec, unsigned, u32)
SIMT_ATOMIC(atomicAnd, and, int, i32)
SIMT_ATOMIC(atomicAnd, and, unsigned, u32)
SIMT_ATOMIC(atomicAnd, and, unsigned long long, u64)
SIMT_ATOMIC(atomicOr, or, int, i32)
SIMT_ATOMIC(atomicOr, or, unsigned, u32)
SIMT_ATOMIC(atomicOr, or, unsigned long long, u64)
SIMT_ATOMIC(atomicXor, xor, int, i32)
SIMT_ATOMIC(atomicXor, xor, unsigned, u32)
SIMT_ATOMIC(atomicXor, xor, unsigned long long, u64)
SIMT_ATOMIC_CAS(unsigned short, u16)
SIMT_ATOMIC_CAS(int, i32)
SIMT_ATOMIC_CAS(unsigned, u32)
SIMT_ATOMIC_CAS(unsigned long long, u64)

// Each element is added atomically, the vector as a whole is not.
#define SIMT_ATOMIC_ADD_VECTORS(suffix)                                                        \
  __SIMT_DEVICE__ float2 atomicAdd##suffix(float2* address, float2 operand) {                  \
    return float2{atomicAdd##suffix(&address->x, operand.x),                                   \
                  atomicAdd##suffix(&address->y, operand.y)};                                  \
  }                                                                                            \
  __SIMT_DEVICE__ float4 atomicAdd##suffix(float4* address, float4 operand) {                  \
    return float4{                                                                             \
        atomicAdd##suffix(&address->x, operand.x), atomicAdd##suffix(&address->y, operand.y),  \
        atomicAdd##suffix(&address->z, operand.z), atomicAdd##suffix(&address->w, operand.w)}; \
  }
SIMT_ATOMIC_ADD_VECTORS(_block)
SIMT_ATOMIC_ADD_VECTORS()
SIMT_ATOMIC_ADD_VECTORS(_system)

// Any type of 16 bytes.
template <class T>
using __simt_if_128_bits =
    std::enable_if_t<sizeof(T) == 16 && alignof(T) >= 16 && std::is_trivially_copyable<T>::value,
                     T>;
#define SIMT_ATOMIC_128(suffix, scope)                                                         \
  extern "C" __device__ unsigned __int128 simt_atomic_exch_u128_##scope(                       \
      unsigned __int128* address, unsigned __int128 operand);                                  \
  extern "C" __device__ unsigned __int128 simt_atomic_cas_u128_##scope(                        \
      unsigned __int128* address, unsigned __int128 expected, unsigned __int128 desired);      \
  template <class T>                                                                           \
  __SIMT_DEVICE__ __simt_if_128_bits<T> atomicExch##suffix(T* address, T operand) {            \
    return __builtin_bit_cast(                                                                 \
        T, simt_atomic_exch_u128_##scope(reinterpret_cast<unsigned __int128*>(address),        \
                                         __builtin_bit_cast(unsigned __int128, operand)));     \
  }                                                                                            \
  template <class T>                                                                           \
  __SIMT_DEVICE__ __simt_if_128_bits<T> atomicCAS##suffix(T* address, T expected, T desired) { \
    return __builtin_bit_cast(                                                                 \
        T, simt_atomic_cas_u128_##scope(reinterpret_cast<unsigned __int128*>(address),         \
                                        __builtin_bit_cast(unsigned __int128, expected),       \
                                        __builtin_bit_cast(unsigned __int128, desired)));      \
  }
SIMT_ATOMIC_128(_block, block)
SIMT_ATOMIC_128(, device)
SIMT_ATOMIC_128(_system, system)

#undef SIMT_ATOMIC_128
#undef SIMT_ATOMIC_ADD_VECTORS
#undef SIMT_ATOMIC_CAS
#undef SIMT_ATOMIC_CAS_IN_SCOPE
#undef SIMT_ATOMIC
#undef SIMT_ATOMIC_IN_SCOPE
