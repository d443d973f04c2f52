// SPDX-License-Identifier: Apache-2.0
/// Intrinsics, under the name of the header that declares them in CUDA.
#pragma once

#include "simt/device_language.h"
