// SPDX-License-Identifier: Apache-2.0
/// What cudaDeviceSetLimit set.
#pragma once

#include "runtime/api/runtime.h"

namespace simt {

/// Gives all limits their first values, for a device reset.
void reset_limits(Runtime& state);

}  // namespace simt
