// SPDX-License-Identifier: Apache-2.0
/// Everything that the language itself offers to device code; the prelude includes it through
/// cuda_runtime.h. The mathematical functions come before any other header may include <cmath>.
#pragma once

#include "math_functions.h"
#include "simt/qualifiers.h"
#include "vector_functions.h"
#include "vector_types.h"

#if defined(__CUDA__)
#include "simt/atomics.h"
#include "simt/builtin_atomics.h"
#include "simt/builtin_variables.h"
#include "simt/memory_access.h"
#include "simt/synchronization.h"
#include "simt/warp.h"
#endif
