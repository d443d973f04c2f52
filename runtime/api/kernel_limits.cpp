// SPDX-License-Identifier: Apache-2.0
/// Limits of kernels: see runtime/api/kernel_limits.h.
#include "runtime/api/kernel_limits.h"

#include <algorithm>

namespace simt {

int max_threads_per_block(const DeviceProfile& profile, const Kernel& kernel) {
  const auto bound = static_cast<int>(kernel.record->max_threads_per_block);
  return bound == 0 ? profile.threads_per_block : std::min(bound, profile.threads_per_block);
}

std::size_t max_dynamic_shared_bytes(const Runtime& state, const Kernel& kernel) {
  if (kernel.attributes.max_dynamic_shared_bytes)
    return *kernel.attributes.max_dynamic_shared_bytes;
  const std::size_t fixed = state.backend->static_shared_bytes(*kernel.record);
  const DeviceProfile& profile = state.profile;
  return profile.shared_bytes_per_block - std::min(fixed, profile.shared_bytes_per_block);
}

std::uint32_t resident_blocks(const Runtime& state, const Kernel& kernel,
                              std::uint64_t threads_per_block, std::size_t dynamic_shared_bytes) {
  return resident_blocks_per_multiprocessor(
      state.profile.residency(), threads_per_block,
      state.backend->static_shared_bytes(*kernel.record) + dynamic_shared_bytes);
}

}  // namespace simt
