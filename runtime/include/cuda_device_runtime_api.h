// SPDX-License-Identifier: Apache-2.0
/// CUDA's name for the runtime API inside kernels (dynamic parallelism), which this release does
/// not have: runtime functions stay host functions, so a kernel that calls one does not compile.
#pragma once
#include "driver_types.h"
