// SPDX-License-Identifier: Apache-2.0
/// The mathematical functions of device code and what CUDA adds to those of host code. CUDA Math
/// API.
#pragma once

#if defined(__CUDA__)
// Before the standard headers: their templates and using-declarations must see these overloads.
#include "simt/math/casts.h"
#include "simt/math/double_precision.h"
#include "simt/math/fast.h"
#include "simt/math/integer.h"
#include "simt/math/min_max_abs.h"
#include "simt/math/rounding.h"
#include "simt/math/simd.h"
#include "simt/math/single_precision.h"
#endif

// The C++ wrappers: they make the overloads in namespace std visible outside of it.
#include <math.h>
#include <stdlib.h>
