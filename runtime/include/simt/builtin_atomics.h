// SPDX-License-Identifier: Apache-2.0
/// Atomic functions with a memory order and a thread scope. CUDA Programming Guide, "Built-in
/// Atomic Functions". A call is a relaxed operation of its scope between the fences that its order
/// needs; the kernel pass turns both into LLVM instructions. Objects of 16 bytes are not supported.
#pragma once

#include "simt/atomics.h"
#include "simt/synchronization.h"

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

// Scopes that the machine does not know are widened: a thread to its block, a cluster to the
// device.
#define SIMT_IN_SCOPE(function, ...)                                            \
  if (scope <= __NV_THREAD_SCOPE_BLOCK) return function##_block(__VA_ARGS__);   \
  if (scope <= __NV_THREAD_SCOPE_DEVICE) return function##_device(__VA_ARGS__); \
  return function##_system(__VA_ARGS__)

__SIMT_DEVICE__ void __simt_fence(int scope) { SIMT_IN_SCOPE(simt_fence, ); }
/// What an operation of that order needs before it and after it. PTX ISA, "Memory Consistency
/// Model".
__SIMT_DEVICE__ void __simt_fence_before(int order, int scope) {
  if (order >= __NV_ATOMIC_RELEASE) __simt_fence(scope);
}
__SIMT_DEVICE__ void __simt_fence_after(int order, int scope) {
  if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE) __simt_fence(scope);
}

__SIMT_DEVICE__ void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order != __NV_ATOMIC_RELAXED) __simt_fence(scope);
}

#define SIMT_SCOPED_LOAD(T, type)                                     \
  extern "C" {                                                        \
  __device__ T simt_atomic_load_##type##_block(const T* address);     \
  __device__ T simt_atomic_load_##type##_device(const T* address);    \
  __device__ T simt_atomic_load_##type##_system(const T* address);    \
  }                                                                   \
  __SIMT_DEVICE__ T __simt_atomic_load(const T* address, int scope) { \
    SIMT_IN_SCOPE(simt_atomic_load_##type, address);                  \
  }
#define SIMT_SCOPED_STORE(T, type)                                           \
  extern "C" {                                                               \
  __device__ void simt_atomic_store_##type##_block(T* address, T value);     \
  __device__ void simt_atomic_store_##type##_device(T* address, T value);    \
  __device__ void simt_atomic_store_##type##_system(T* address, T value);    \
  }                                                                          \
  __SIMT_DEVICE__ void __simt_atomic_store(T* address, T value, int scope) { \
    SIMT_IN_SCOPE(simt_atomic_store_##type, address, value);                 \
  }
#define SIMT_SCOPED(operation, T, type)                                           \
  extern "C" {                                                                    \
  __device__ T simt_atomic_##operation##_##type##_block(T* address, T operand);   \
  __device__ T simt_atomic_##operation##_##type##_device(T* address, T operand);  \
  __device__ T simt_atomic_##operation##_##type##_system(T* address, T operand);  \
  }                                                                               \
  __SIMT_DEVICE__ T __simt_atomic_##operation(T* address, T operand, int scope) { \
    SIMT_IN_SCOPE(simt_atomic_##operation##_##type, address, operand);            \
  }
#define SIMT_SCOPED_CAS(T, type)                                                      \
  extern "C" {                                                                        \
  __device__ T simt_atomic_cas_##type##_block(T* address, T expected, T desired);     \
  __device__ T simt_atomic_cas_##type##_device(T* address, T expected, T desired);    \
  __device__ T simt_atomic_cas_##type##_system(T* address, T expected, T desired);    \
  }                                                                                   \
  __SIMT_DEVICE__ T __simt_atomic_cas(T* address, T expected, T desired, int scope) { \
    SIMT_IN_SCOPE(simt_atomic_cas_##type, address, expected, desired);                \
  }
#define SIMT_SCOPED_ON_INTEGERS(operation) \
  SIMT_SCOPED(operation, int, i32)         \
  SIMT_SCOPED(operation, unsigned, u32)    \
  SIMT_SCOPED(operation, long long, i64)   \
  SIMT_SCOPED(operation, unsigned long long, u64)
#define SIMT_SCOPED_ON_NUMBERS(operation) \
  SIMT_SCOPED_ON_INTEGERS(operation)      \
  SIMT_SCOPED(operation, float, f32)      \
  SIMT_SCOPED(operation, double, f64)

SIMT_SCOPED_LOAD(unsigned char, u8)
SIMT_SCOPED_LOAD(unsigned short, u16)
SIMT_SCOPED_LOAD(unsigned, u32)
SIMT_SCOPED_LOAD(unsigned long long, u64)
SIMT_SCOPED_STORE(unsigned char, u8)
SIMT_SCOPED_STORE(unsigned short, u16)
SIMT_SCOPED_STORE(unsigned, u32)
SIMT_SCOPED_STORE(unsigned long long, u64)
SIMT_SCOPED(exch, unsigned, u32)
SIMT_SCOPED(exch, unsigned long long, u64)
SIMT_SCOPED_CAS(unsigned short, u16)
SIMT_SCOPED_CAS(unsigned, u32)
SIMT_SCOPED_CAS(unsigned long long, u64)
SIMT_SCOPED_ON_NUMBERS(add)
SIMT_SCOPED_ON_NUMBERS(sub)
SIMT_SCOPED_ON_INTEGERS(min)
SIMT_SCOPED_ON_INTEGERS(max)
SIMT_SCOPED_ON_INTEGERS(and)
SIMT_SCOPED_ON_INTEGERS(or)
SIMT_SCOPED_ON_INTEGERS(xor)

#undef SIMT_SCOPED_ON_NUMBERS
#undef SIMT_SCOPED_ON_INTEGERS
#undef SIMT_SCOPED_CAS
#undef SIMT_SCOPED
#undef SIMT_SCOPED_STORE
#undef SIMT_SCOPED_LOAD
#undef SIMT_IN_SCOPE

/// The word that holds an object of that many bytes.
template <unsigned long bytes>
struct __simt_word;
template <>
struct __simt_word<1> {
  using type = unsigned char;
};
template <>
struct __simt_word<2> {
  using type = unsigned short;
};
template <>
struct __simt_word<4> {
  using type = unsigned;
};
template <>
struct __simt_word<8> {
  using type = unsigned long long;
};
template <class T>
using __simt_word_of = typename __simt_word<sizeof(T)>::type;

/// The type of that size and signedness which the machine computes with.
template <class T, unsigned long bytes = sizeof(T), bool is_signed = (T(-1) < T(0))>
struct __simt_number;
template <class T>
struct __simt_number<T, 4, true> {
  using type = int;
};
template <class T>
struct __simt_number<T, 4, false> {
  using type = unsigned;
};
template <class T>
struct __simt_number<T, 8, true> {
  using type = long long;
};
template <class T>
struct __simt_number<T, 8, false> {
  using type = unsigned long long;
};
template <>
struct __simt_number<float> {
  using type = float;
};
template <>
struct __simt_number<double> {
  using type = double;
};

/// T, where it is to be deduced from other parameters alone.
template <class T>
struct __simt_same {
  using type = T;
};

template <class T>
__SIMT_DEVICE__ void __nv_atomic_load(T* address, T* result, int order,
                                      int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using Word = __simt_word_of<T>;
  if (order == __NV_ATOMIC_SEQ_CST) __simt_fence(scope);
  const Word value = __simt_atomic_load(reinterpret_cast<const Word*>(address), scope);
  __builtin_memcpy(result, &value, sizeof value);
  __simt_fence_after(order, scope);
}
template <class T>
__SIMT_DEVICE__ T __nv_atomic_load_n(T* address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  T result;
  __nv_atomic_load(address, &result, order, scope);
  return result;
}

template <class T>
__SIMT_DEVICE__ void __nv_atomic_store(T* address, T* value, int order,
                                       int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using Word = __simt_word_of<T>;
  Word word;
  __builtin_memcpy(&word, value, sizeof word);
  __simt_fence_before(order, scope);
  __simt_atomic_store(reinterpret_cast<Word*>(address), word, scope);
}
template <class T>
__SIMT_DEVICE__ void __nv_atomic_store_n(T* address, typename __simt_same<T>::type value, int order,
                                         int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store(address, &value, order, scope);
}

template <class T>
__SIMT_DEVICE__ void __nv_atomic_exchange(T* address, T* value, T* result, int order,
                                          int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using Word = __simt_word_of<T>;
  Word word;
  __builtin_memcpy(&word, value, sizeof word);
  __simt_fence_before(order, scope);
  word = __simt_atomic_exch(reinterpret_cast<Word*>(address), word, scope);
  __simt_fence_after(order, scope);
  __builtin_memcpy(result, &word, sizeof word);
}
template <class T>
__SIMT_DEVICE__ T __nv_atomic_exchange_n(T* address, typename __simt_same<T>::type value, int order,
                                         int scope = __NV_THREAD_SCOPE_SYSTEM) {
  T result;
  __nv_atomic_exchange(address, &value, &result, order, scope);
  return result;
}

/// Whether `*expected` was found; otherwise `*expected` becomes what was. It never fails without
/// cause, `weak` or not.
template <class T>
__SIMT_DEVICE__ bool __nv_atomic_compare_exchange(T* address, T* expected, T* desired, bool,
                                                  int success_order, int failure_order,
                                                  int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using Word = __simt_word_of<T>;
  Word from, to;
  __builtin_memcpy(&from, expected, sizeof from);
  __builtin_memcpy(&to, desired, sizeof to);
  if (failure_order == __NV_ATOMIC_SEQ_CST) success_order = __NV_ATOMIC_SEQ_CST;
  __simt_fence_before(success_order, scope);
  const Word found = __simt_atomic_cas(reinterpret_cast<Word*>(address), from, to, scope);
  const bool success = found == from;
  __simt_fence_after(success ? success_order : failure_order, scope);
  if (!success) __builtin_memcpy(expected, &found, sizeof found);
  return success;
}
template <class T>
__SIMT_DEVICE__ bool __nv_atomic_compare_exchange_n(T* address, T* expected,
                                                    typename __simt_same<T>::type desired,
                                                    bool weak, int success_order, int failure_order,
                                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange(address, expected, &desired, weak, success_order,
                                      failure_order, scope);
}

#define SIMT_FETCH(operation)                                                                     \
  template <class T>                                                                              \
  __SIMT_DEVICE__ T __nv_atomic_fetch_##operation(                                                \
      T* address, typename __simt_same<T>::type operand, int order,                               \
      int scope = __NV_THREAD_SCOPE_SYSTEM) {                                                     \
    using Number = typename __simt_number<T>::type;                                               \
    __simt_fence_before(order, scope);                                                            \
    const Number old = __simt_atomic_##operation(reinterpret_cast<Number*>(address),              \
                                                 static_cast<Number>(operand), scope);            \
    __simt_fence_after(order, scope);                                                             \
    return static_cast<T>(old);                                                                   \
  }                                                                                               \
  template <class T>                                                                              \
  __SIMT_DEVICE__ void __nv_atomic_##operation(T* address, typename __simt_same<T>::type operand, \
                                               int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { \
    __nv_atomic_fetch_##operation(address, operand, order, scope);                                \
  }
SIMT_FETCH(add)
SIMT_FETCH(sub)
SIMT_FETCH(min)
SIMT_FETCH(max)
SIMT_FETCH(and)
SIMT_FETCH(or)
SIMT_FETCH(xor)
#undef SIMT_FETCH
