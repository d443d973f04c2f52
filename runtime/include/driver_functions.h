// SPDX-License-Identifier: Apache-2.0
/// Constructors of the runtime's small structs. CUDA Runtime API reference, "make_cudaExtent" etc.
#pragma once

#include "driver_types.h"

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width,
                                                        size_t height) {
  struct cudaPitchedPtr result = {pointer, pitch, width, height};
  return result;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos result = {x, y, z};
  return result;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent result = {width, height, depth};
  return result;
}
