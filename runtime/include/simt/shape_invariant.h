// SPDX-License-Identifier: Apache-2.0
/// A claim that `simt fuzz` checks: what a kernel leaves in memory does not depend on how many
/// blocks and threads it is launched with, as with a loop over all elements in strides of the grid:
///
///   SIMT_SHAPE_INVARIANT __global__ void scale(float* data, int count, float factor);
///
/// The macro is empty for other compilers.
#pragma once

#if defined(__clang__)
#define SIMT_SHAPE_INVARIANT __attribute__((annotate("simt.shape_invariant")))
#else
#define SIMT_SHAPE_INVARIANT
#endif
