// SPDX-License-Identifier: Apache-2.0
/// Does what an invocation asks.
#pragma once

#include "tools/simtcc/invocation.h"

namespace simt::cc {

/// Fails with the status that main returns.
void run(const Invocation& invocation, const char* program_name);

}  // namespace simt::cc
