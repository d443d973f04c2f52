// SPDX-License-Identifier: Apache-2.0
/// The table of device profiles: see runtime/device/profile.h.
#include "runtime/device/profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace simt {
namespace {

constexpr std::size_t kGiB = std::size_t{1} << 30;

/// The H200 as one reported itself. The others from their data sheets, with the whole of their
/// memory: how much of it a driver keeps for itself differs.
constexpr DeviceProfile kProfiles[] = {
    {
        .id = "h200",
        .name = "NVIDIA H200",
        .compute_capability_major = 9,
        .compute_capability_minor = 0,
        .multiprocessors = 132,
        .blocks_per_multiprocessor = 32,
        .threads_per_multiprocessor = 2048,
        .shared_bytes_per_multiprocessor = 233472,
        .shared_bytes_per_block_optin = 232448,
        .global_memory_bytes = 150109880320,
        .l2_cache_bytes = 62914560,
        .persisting_l2_cache_bytes = 39321600,
        .clock_rate = 1980000,
        .memory_clock_rate = 3201000,
        .memory_bus_width = 6016,
        .single_to_double_ratio = 2,
        .async_engines = 3,
        .memory_synchronization_domains = 4,
        .cluster_launch = true,
        .textures = {},
    },
    {
        .id = "h100",
        .name = "NVIDIA H100 80GB HBM3",
        .compute_capability_major = 9,
        .compute_capability_minor = 0,
        .multiprocessors = 132,
        .blocks_per_multiprocessor = 32,
        .threads_per_multiprocessor = 2048,
        .shared_bytes_per_multiprocessor = 233472,
        .shared_bytes_per_block_optin = 232448,
        .global_memory_bytes = 80 * kGiB,
        .l2_cache_bytes = 52428800,
        .persisting_l2_cache_bytes = 32768000,
        .clock_rate = 1980000,
        .memory_clock_rate = 2619000,
        .memory_bus_width = 5120,
        .single_to_double_ratio = 2,
        .async_engines = 3,
        .memory_synchronization_domains = 4,
        .cluster_launch = true,
        .textures = {},
    },
    {
        .id = "a100",
        .name = "NVIDIA A100-SXM4-80GB",
        .compute_capability_major = 8,
        .compute_capability_minor = 0,
        .multiprocessors = 108,
        .blocks_per_multiprocessor = 32,
        .threads_per_multiprocessor = 2048,
        .shared_bytes_per_multiprocessor = 167936,
        .shared_bytes_per_block_optin = 166912,
        .global_memory_bytes = 80 * kGiB,
        .l2_cache_bytes = 41943040,
        .persisting_l2_cache_bytes = 31457280,
        .clock_rate = 1410000,
        .memory_clock_rate = 1593000,
        .memory_bus_width = 5120,
        .single_to_double_ratio = 2,
        .async_engines = 3,
        .textures = {},
    },
    {
        .id = "l40s",
        .name = "NVIDIA L40S",
        .compute_capability_major = 8,
        .compute_capability_minor = 9,
        .multiprocessors = 142,
        .blocks_per_multiprocessor = 24,
        .threads_per_multiprocessor = 1536,
        .shared_bytes_per_multiprocessor = 102400,
        .shared_bytes_per_block_optin = 101376,
        .global_memory_bytes = 48 * kGiB,
        .l2_cache_bytes = 100663296,
        .persisting_l2_cache_bytes = 69206016,
        .clock_rate = 2520000,
        .memory_clock_rate = 9001000,
        .memory_bus_width = 384,
        .single_to_double_ratio = 64,
        .async_engines = 2,
        .textures = {},
    },
    {
        .id = "rtx4090",
        .name = "NVIDIA GeForce RTX 4090",
        .compute_capability_major = 8,
        .compute_capability_minor = 9,
        .multiprocessors = 128,
        .blocks_per_multiprocessor = 24,
        .threads_per_multiprocessor = 1536,
        .shared_bytes_per_multiprocessor = 102400,
        .shared_bytes_per_block_optin = 101376,
        .global_memory_bytes = 24 * kGiB,
        .l2_cache_bytes = 75497472,
        .persisting_l2_cache_bytes = 51904512,
        .clock_rate = 2520000,
        .memory_clock_rate = 10501000,
        .memory_bus_width = 384,
        .single_to_double_ratio = 64,
        .async_engines = 2,
        .error_correction = false,
        .textures = {},
    },
    {
        .id = "t4",
        .name = "Tesla T4",
        .compute_capability_major = 7,
        .compute_capability_minor = 5,
        .multiprocessors = 40,
        .blocks_per_multiprocessor = 16,
        .threads_per_multiprocessor = 1024,
        .shared_bytes_per_multiprocessor = 65536,
        .shared_bytes_per_block_optin = 65536,
        .reserved_shared_bytes_per_block = 0,
        .global_memory_bytes = 16 * kGiB,
        .l2_cache_bytes = 4194304,
        .persisting_l2_cache_bytes = 0,
        .access_policy_window_bytes = 0,
        .clock_rate = 1590000,
        .memory_clock_rate = 5001000,
        .memory_bus_width = 256,
        .single_to_double_ratio = 32,
        .async_engines = 3,
        .textures = {},
    },
    {
        .id = "jetson-orin",
        .name = "Orin",
        .compute_capability_major = 8,
        .compute_capability_minor = 7,
        .multiprocessors = 16,
        .blocks_per_multiprocessor = 16,
        .threads_per_multiprocessor = 1536,
        .shared_bytes_per_multiprocessor = 167936,
        .shared_bytes_per_block_optin = 166912,
        .global_memory_bytes = 64 * kGiB,
        .l2_cache_bytes = 4194304,
        .persisting_l2_cache_bytes = 3145728,
        .clock_rate = 1300000,
        .memory_clock_rate = 3200000,
        .memory_bus_width = 256,
        .single_to_double_ratio = 64,
        .async_engines = 2,
        .integrated = true,
        .error_correction = false,
        .concurrent_managed_access = false,
        .textures = {},
    },
};

}  // namespace

ResidencyLimits DeviceProfile::residency() const {
  return {
      .multiprocessors = static_cast<std::uint32_t>(multiprocessors),
      .blocks_per_multiprocessor = static_cast<std::uint32_t>(blocks_per_multiprocessor),
      .threads_per_multiprocessor = static_cast<std::uint32_t>(threads_per_multiprocessor),
      .shared_bytes_per_multiprocessor =
          static_cast<std::uint32_t>(shared_bytes_per_multiprocessor),
      .reserved_shared_bytes_per_block =
          static_cast<std::uint32_t>(reserved_shared_bytes_per_block),
  };
}

std::span<const DeviceProfile> device_profiles() { return kProfiles; }

const DeviceProfile& find_profile(std::string_view id) {
  const auto found = std::ranges::find(kProfiles, id, &DeviceProfile::id);
  if (found != std::end(kProfiles)) return *found;
  std::string known;
  for (const DeviceProfile& profile : kProfiles)
    known += fmt::format("{}{}", known.empty() ? "" : ", ", profile.id);
  throw std::invalid_argument(
      fmt::format("SIMT_DEVICE={}: no such device profile; there are {}", id, known));
}

}  // namespace simt
