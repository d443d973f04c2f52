// SPDX-License-Identifier: Apache-2.0
/// The identity of the one device: the same in every process.
#pragma once

#include <string_view>

#include "cuda_runtime_api.h"

namespace simt {

/// Where the device sits on the PCI bus.
inline constexpr int kPciDomain = 0;
inline constexpr int kPciBus = 1;
inline constexpr int kPciDevice = 0;

cudaUUID_t device_uuid();
/// Whether an entry of CUDA_VISIBLE_DEVICES, "GPU-" and the beginning of the UUID, means the
/// device.
bool names_device(std::string_view entry);

}  // namespace simt
