// SPDX-License-Identifier: Apache-2.0
/// Included by simtcc before every CUDA source, as nvcc includes cuda_runtime.h. The order matters:
/// the device's malloc and free must be declared before <new>, whose Clang wrapper calls them.
#pragma once

// clang-format off
#include "simt/qualifiers.h"

#include <cstdlib>
#include <cstdio>

#include "simt/device_library.h"

#include <new>

#include "cuda_runtime.h"

// nvcc includes these too, and programs rely on it. They come after the device's overloads of what
// they declare, so that namespace std has those as well.
#include <cmath>
#include <cstring>
#include <ctime>
#include <utility>
