// SPDX-License-Identifier: Apache-2.0
/// Copies as all areas of the API make them.
#pragma once

#include "runtime/api/runtime.h"

namespace simt {

enum class Wait { kNotAtAll, kForCompletion };

/// Checks a copy as hardware does and hands it to the stream. `wait` is what the API function
/// promises; the memories that are involved can make it more or less.
cudaError_t copy(Runtime& state, Stream& stream, Copy copy, cudaMemcpyKind kind, Wait wait);

}  // namespace simt
