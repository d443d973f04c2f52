// SPDX-License-Identifier: Apache-2.0
/// Limits of kernels: see runtime/api/kernel_limits.h.
#include "runtime/api/kernel_limits.h"

#include <algorithm>

namespace simt {

int max_threads_per_block(const DeviceProfile& profile, const Kernel& kernel) {
  const auto bound = static_cast<int>(kernel.record->max_threads_per_block);
  return bound == 0 ? profile.threads_per_block : std::min(bound, profile.threads_per_block);
}

std::size_t max_dynamic_shared_bytes(const DeviceProfile& profile, const Kernel& kernel) {
  if (kernel.attributes.max_dynamic_shared_bytes)
    return *kernel.attributes.max_dynamic_shared_bytes;
  const std::size_t fixed = kernel.record->static_shared_bytes;
  return profile.shared_bytes_per_block - std::min(fixed, profile.shared_bytes_per_block);
}

std::uint32_t resident_blocks(const DeviceProfile& profile, const Kernel& kernel,
                              std::uint64_t threads_per_block, std::size_t dynamic_shared_bytes) {
  return resident_blocks_per_multiprocessor(
      profile.residency(), threads_per_block,
      kernel.record->static_shared_bytes + dynamic_shared_bytes);
}

}  // namespace simt
