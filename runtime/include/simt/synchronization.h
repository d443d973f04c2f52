// SPDX-License-Identifier: Apache-2.0
/// Barriers and fences. CUDA Programming Guide, "Synchronization Functions", "Memory Fence
/// Functions".
#pragma once

#include "simt/qualifiers.h"

/// How the machine combines the threads' predicates at a block barrier; simt/abi/barrier.cpp.
enum __simt_barrier_reduction {
  __SIMT_BARRIER_COUNT = 0,
  __SIMT_BARRIER_AND = 1,
  __SIMT_BARRIER_OR = 2
};

extern "C" {
__device__ __attribute__((convergent)) void simt_barrier();
__device__ __attribute__((convergent)) int simt_barrier_reduce(int reduction, int predicate);
__device__ __attribute__((convergent)) void simt_warp_sync(unsigned mask);
__device__ __attribute__((convergent)) void simt_grid_sync();
// The kernel pass turns these into LLVM fences of that scope.
__device__ void simt_fence_block();
__device__ void simt_fence_device();
__device__ void simt_fence_system();
}

// __syncthreads() itself is a Clang builtin; the kernel pass turns it into simt_barrier().

__SIMT_DEVICE__ int __syncthreads_count(int predicate) {
  return simt_barrier_reduce(__SIMT_BARRIER_COUNT, predicate);
}
__SIMT_DEVICE__ int __syncthreads_and(int predicate) {
  return simt_barrier_reduce(__SIMT_BARRIER_AND, predicate);
}
__SIMT_DEVICE__ int __syncthreads_or(int predicate) {
  return simt_barrier_reduce(__SIMT_BARRIER_OR, predicate);
}
__SIMT_DEVICE__ void __syncwarp(unsigned mask = 0xffffffffu) { simt_warp_sync(mask); }

__SIMT_DEVICE__ void __threadfence_block() { simt_fence_block(); }
__SIMT_DEVICE__ void __threadfence() { simt_fence_device(); }
__SIMT_DEVICE__ void __threadfence_system() { simt_fence_system(); }
