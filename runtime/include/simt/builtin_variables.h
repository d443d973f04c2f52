// SPDX-License-Identifier: Apache-2.0
/// threadIdx, blockIdx, blockDim, gridDim, warpSize.
/// CUDA Programming Guide, "Built-in Variables". Each component is a property over a function that
/// the kernel pass replaces: by a loop counter where a whole block runs as one loop, else by a
/// load.
#pragma once

#include "simt/qualifiers.h"
#include "vector_types.h"

extern "C" {
#define SIMT_DECLARE_COMPONENTS(variable)                                    \
  __device__ __attribute__((const, nothrow)) unsigned simt_##variable##_x(); \
  __device__ __attribute__((const, nothrow)) unsigned simt_##variable##_y(); \
  __device__ __attribute__((const, nothrow)) unsigned simt_##variable##_z();
SIMT_DECLARE_COMPONENTS(threadIdx)
SIMT_DECLARE_COMPONENTS(blockIdx)
SIMT_DECLARE_COMPONENTS(blockDim)
SIMT_DECLARE_COMPONENTS(gridDim)
#undef SIMT_DECLARE_COMPONENTS
}

#define SIMT_COMPONENT(variable, component)                                                       \
  __declspec(property(get = __get_##component)) unsigned component;                               \
  __device__ inline __attribute__((always_inline, nodebug)) static unsigned __get_##component() { \
    return simt_##variable##_##component();                                                       \
  }

#define SIMT_BUILTIN_VARIABLE(variable, vector)                                         \
  struct __simt_##variable##_t {                                                        \
    SIMT_COMPONENT(variable, x)                                                         \
    SIMT_COMPONENT(variable, y)                                                         \
    SIMT_COMPONENT(variable, z)                                                         \
    __device__ inline __attribute__((always_inline, nodebug)) operator vector() const { \
      return vector{x, y, z};                                                           \
    }                                                                                   \
    __simt_##variable##_t() = delete;                                                   \
    __simt_##variable##_t(const __simt_##variable##_t&) = delete;                       \
    void operator=(const __simt_##variable##_t&) const = delete;                        \
    __simt_##variable##_t* operator&() const = delete;                                  \
  };                                                                                    \
  extern const __device__ __attribute__((weak)) __simt_##variable##_t variable;

SIMT_BUILTIN_VARIABLE(threadIdx, uint3)
SIMT_BUILTIN_VARIABLE(blockIdx, uint3)
SIMT_BUILTIN_VARIABLE(blockDim, dim3)
SIMT_BUILTIN_VARIABLE(gridDim, dim3)
#undef SIMT_BUILTIN_VARIABLE
#undef SIMT_COMPONENT

__attribute__((unused)) static constexpr int warpSize = 32;
