// SPDX-License-Identifier: Apache-2.0
/// CUDA's declaration qualifiers. CUDA Programming Guide, "C++ Language Extensions".
/// In files that are not compiled as CUDA they vanish, as in CUDA's host_defines.h.
#pragma once

#if defined(__CUDA__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/// The kernel pass and the host pass recognise the annotation: host code then reaches the variable
/// through a pointer into managed memory.
#define __managed__ __attribute__((device)) __attribute__((annotate("simt.managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__ __attribute__((annotate("simt.grid_constant")))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
// __noinline__ is a keyword of Clang's CUDA mode; as a macro it would break the host's libstdc++.
#define __align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __cdecl

/// For the headers beside this one: a function that belongs to the language rather than to the
/// program. It is always inlined and has no debug location of its own, so that breakpoints, steps
/// and findings stay on the user's lines.
#if defined(__clang__)
#define __SIMT_INLINE__ inline __attribute__((always_inline, nodebug, unused))
#else
#define __SIMT_INLINE__ inline __attribute__((always_inline, artificial, unused))
#endif
#define __SIMT_DEVICE__ static __device__ __SIMT_INLINE__
#define __SIMT_HOST_DEVICE__ static __host__ __device__ __SIMT_INLINE__
