// SPDX-License-Identifier: Apache-2.0
/// Device profiles: the limits and properties of the GPUs that a program can be shown.
/// Sources: CUDA Programming Guide, "Compute Capabilities" (technical specifications); NVIDIA's
/// architecture whitepapers and data sheets; what a real H200 reports for itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "simt/grid/launch.h"

namespace simt {

/// Greatest texture and surface extents in texels; equal on all devices of compute capability 7.5
/// to 9.0. Where the last number counts layers, the name says so.
struct TextureLimits {
  int texture_1d = 131072;
  int texture_1d_mipmap = 32768;
  int texture_1d_linear = 268435456;
  std::array<int, 2> texture_2d{131072, 65536};
  std::array<int, 2> texture_2d_mipmap{32768, 32768};
  /// Width and height in texels, pitch in bytes.
  std::array<int, 3> texture_2d_linear{131072, 65000, 2097120};
  std::array<int, 2> texture_2d_gather{32768, 32768};
  std::array<int, 3> texture_3d{16384, 16384, 16384};
  std::array<int, 3> texture_3d_alternate{8192, 8192, 32768};
  int texture_cubemap = 32768;
  std::array<int, 2> texture_1d_layers{32768, 2048};
  std::array<int, 3> texture_2d_layers{32768, 32768, 2048};
  std::array<int, 2> texture_cubemap_layers{32768, 2046};
  int surface_1d = 32768;
  std::array<int, 2> surface_2d{131072, 65536};
  std::array<int, 3> surface_3d{16384, 16384, 16384};
  std::array<int, 2> surface_1d_layers{32768, 2048};
  std::array<int, 3> surface_2d_layers{32768, 32768, 2048};
  int surface_cubemap = 32768;
  std::array<int, 2> surface_cubemap_layers{32768, 2046};
  /// Bytes.
  std::size_t texture_alignment = 512;
  std::size_t texture_pitch_alignment = 32;
  std::size_t surface_alignment = 512;
};

/// One GPU, as cudaGetDeviceProperties and cudaDeviceGetAttribute describe it. Sizes are in bytes,
/// clock rates in kHz. Members with a default value are equal on all devices described here, or
/// differ on few of them.
struct DeviceProfile {
  /// What SIMT_DEVICE calls it.
  std::string_view id;
  /// What the device calls itself.
  std::string_view name;
  int compute_capability_major;
  int compute_capability_minor;

  int multiprocessors;
  int blocks_per_multiprocessor;
  int threads_per_multiprocessor;
  int warp_size = 32;
  int threads_per_block = 1024;
  std::array<int, 3> block_extent{1024, 1024, 64};
  std::array<int, 3> grid_extent{2147483647, 65535, 65535};
  int registers_per_block = 65536;
  int registers_per_multiprocessor = 65536;

  std::size_t shared_bytes_per_multiprocessor;
  std::size_t shared_bytes_per_block = 49152;
  /// Largest that a kernel can ask for with cudaFuncSetAttribute.
  std::size_t shared_bytes_per_block_optin;
  std::size_t reserved_shared_bytes_per_block = 1024;
  std::size_t constant_bytes = 65536;
  std::size_t global_memory_bytes;
  std::size_t largest_pitch = 2147483647;

  int l2_cache_bytes;
  int persisting_l2_cache_bytes;
  int access_policy_window_bytes = 134217728;

  int clock_rate;
  int memory_clock_rate;
  /// Bits.
  int memory_bus_width;
  /// How many times faster single precision is than double precision.
  int single_to_double_ratio;
  int async_engines;
  int memory_synchronization_domains = 1;

  bool integrated = false;
  bool error_correction = true;
  bool cluster_launch = false;
  /// Host and device may touch managed memory at the same time.
  bool concurrent_managed_access = true;

  TextureLimits textures;

  /// What decides how many blocks are resident.
  ResidencyLimits residency() const;
};

/// All profiles, the default one (h200) first.
std::span<const DeviceProfile> device_profiles();

/// The profile that `id` names; throws std::invalid_argument, listing the known ones, where there
/// is none.
const DeviceProfile& find_profile(std::string_view id);

}  // namespace simt
