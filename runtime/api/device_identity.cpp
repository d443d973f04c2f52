// SPDX-License-Identifier: Apache-2.0
/// The device's identity: see runtime/api/device_identity.h.
#include "runtime/api/device_identity.h"

#include <fmt/format.h>

#include <string>

namespace simt {

cudaUUID_t device_uuid() {
  return {{'s', 'i', 'm', 't', 0, 0, 0x40, 0, static_cast<char>(0x80), 0, 0, 0, 0, 0, 0, 0}};
}

bool names_device(std::string_view entry) {
  std::string text = "GPU-";
  const cudaUUID_t uuid = device_uuid();
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return entry.size() > 4 && text.starts_with(entry);
}

}  // namespace simt
