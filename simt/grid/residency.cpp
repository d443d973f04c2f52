// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "simt/grid/launch.h"

namespace simt {

std::uint32_t resident_blocks_per_multiprocessor(const ResidencyLimits& limits,
                                                 std::uint64_t threads_per_block,
                                                 std::uint64_t shared_bytes_per_block) {
  if (threads_per_block == 0) return 0;
  // Multiprocessors allocate threads by warps.
  const std::uint64_t warp_threads = (threads_per_block + 31) / 32 * 32;
  const std::uint64_t by_threads = limits.threads_per_multiprocessor / warp_threads;
  const std::uint64_t shared = shared_bytes_per_block + limits.reserved_shared_bytes_per_block;
  const std::uint64_t by_shared = shared == 0 ? limits.blocks_per_multiprocessor
                                              : limits.shared_bytes_per_multiprocessor / shared;
  return static_cast<std::uint32_t>(
      std::min({std::uint64_t{limits.blocks_per_multiprocessor}, by_threads, by_shared}));
}

}  // namespace simt
