// SPDX-License-Identifier: Apache-2.0
/// CUDA's name for the declarations of threadIdx, blockIdx, blockDim, gridDim and warpSize.
#pragma once
#include "vector_types.h"
#if defined(__CUDA__)
#include "simt/builtin_variables.h"
#endif
