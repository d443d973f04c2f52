// SPDX-License-Identifier: Apache-2.0
/// Other shapes for launches of kernels whose results must not depend on the shape.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/grid/launch.h"

namespace simt {

/// Shapes, all different, that differ from the launch's: one block, fewer, more; one warp, an odd
/// number of threads, fewer, more; and some at random from `seed`. As many dimensions as the
/// launch's are longer than 1. Each fits on a device with `limits` and keeps the kernel's launch
/// bounds. Blocks are not larger than the launch's where it has dynamic shared memory, whose size
/// mostly goes by that of the block. None for a cooperative launch.
std::vector<LaunchShape> other_shapes(const Launch& launch, const ResidencyLimits& limits,
                                      std::uint64_t seed);

/// "<<<3, (16,2,1)>>>".
std::string to_text(const LaunchShape& shape);

}  // namespace simt
