// SPDX-License-Identifier: Apache-2.0
/// What a kernel can be launched with on a device.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/api/runtime.h"

namespace simt {

/// Registers of a thread are not known here; this many never limit how many blocks are resident.
inline constexpr int kRegistersPerThread = 32;

/// By the device and by __launch_bounds__.
int max_threads_per_block(const DeviceProfile& profile, const Kernel& kernel);

/// Dynamic shared bytes of a launch: what was asked for with cudaFuncSetAttribute, else what is
/// left of the 48 KiB that need no asking.
std::size_t max_dynamic_shared_bytes(const Runtime& state, const Kernel& kernel);

/// Blocks of that shape that are resident on one multiprocessor.
std::uint32_t resident_blocks(const Runtime& state, const Kernel& kernel,
                              std::uint64_t threads_per_block, std::size_t dynamic_shared_bytes);

}  // namespace simt
