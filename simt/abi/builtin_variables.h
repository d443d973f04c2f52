// SPDX-License-Identifier: Apache-2.0
/// The variables through which compiled kernels see where they run. They belong to the OS thread;
/// the worker sets them whenever another CUDA thread or block goes on. They carry CUDA's names so
/// that a debugger that stops in a kernel prints `threadIdx` as the programmer writes it.
#pragma once

#include <cstdint>

struct simt_index3 {
  std::uint32_t x;
  std::uint32_t y;
  std::uint32_t z;
};

#define SIMT_EXPORT __attribute__((visibility("default")))

extern "C" {
extern SIMT_EXPORT thread_local simt_index3 threadIdx;
extern SIMT_EXPORT thread_local simt_index3 blockIdx;
extern SIMT_EXPORT thread_local simt_index3 blockDim;
extern SIMT_EXPORT thread_local simt_index3 gridDim;
/// Base of the block's shared memory, of the linked part and of the dynamic part.
extern SIMT_EXPORT thread_local char* simt_shared;
extern SIMT_EXPORT thread_local char* simt_linked_shared;
extern SIMT_EXPORT thread_local char* simt_dynamic_shared;
/// Iterations of spin loops until the thread gives way.
extern SIMT_EXPORT thread_local std::uint32_t simt_poll_budget;
/// 1 while the thread is in a spin loop in which it gave way.
extern SIMT_EXPORT thread_local std::uint8_t simt_spun;
}
