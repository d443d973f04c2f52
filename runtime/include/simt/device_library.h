// SPDX-License-Identifier: Apache-2.0
/// What the C and C++ libraries offer inside kernels: printf, assert, the device heap, memcpy and
/// memset, clocks, traps.
/// CUDA Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation",
/// "Time Function", "Trap Function", "Breakpoint Function", "Nanosleep Function".
#pragma once

#include <cstddef>

#include "simt/qualifiers.h"

extern "C" {
__device__ long long simt_clock64();
__device__ unsigned long long simt_global_timer();
__device__ __attribute__((convergent)) void simt_nanosleep(unsigned nanoseconds);
__device__ __attribute__((noreturn)) void simt_trap();
__device__ void* simt_device_malloc(size_t bytes);
__device__ void simt_device_free(void* pointer);

// Clang lowers a variadic printf in device code to vprintf(format, packed arguments), which the
// kernel pass redirects to the machine's own.
__device__ int printf(const char* format, ...);
__device__ void* malloc(size_t bytes) noexcept;
__device__ void free(void* pointer) noexcept;
__device__ __attribute__((noreturn)) void __assert_fail(const char* expression, const char* file,
                                                        unsigned line,
                                                        const char* function) noexcept;
}

__SIMT_DEVICE__ void* memcpy(void* destination, const void* source, size_t bytes) {
  return __builtin_memcpy(destination, source, bytes);
}
__SIMT_DEVICE__ void* memset(void* destination, int value, size_t bytes) {
  return __builtin_memset(destination, value, bytes);
}
// <cstdio> and its like may have been read before these were declared.
namespace std {
using ::free;
using ::malloc;
using ::memcpy;
using ::memset;
using ::printf;
}  // namespace std

__SIMT_DEVICE__ long clock() { return static_cast<long>(simt_clock64()); }
__SIMT_DEVICE__ long long clock64() { return simt_clock64(); }
__SIMT_DEVICE__ unsigned long long __globaltimer() { return simt_global_timer(); }
__SIMT_DEVICE__ void __nanosleep(unsigned nanoseconds) { simt_nanosleep(nanoseconds); }
__SIMT_DEVICE__ void __trap() { simt_trap(); }
__SIMT_DEVICE__ void __brkpt() { __builtin_debugtrap(); }
/// CUDA Programming Guide, "Compiler Optimization Hint Functions".
__SIMT_HOST_DEVICE__ void __assume(bool condition) { __builtin_assume(condition); }
// Counters of a profiler, of which there is none.
__SIMT_DEVICE__ void __prof_trigger(int) {}
