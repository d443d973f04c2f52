// SPDX-License-Identifier: Apache-2.0
/// Writes fat binaries and names modules.
#include "tools/simtcc/fat_binary.h"

#include <fmt/format.h>

#include <cstring>

#include "simt/abi/fat_binary.h"
#include "simt/abi/kernel_abi.h"

namespace simt::cc {

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3;
  }
  return hash;
}

std::string fat_binary(const std::string& module_id, const std::string& version) {
  std::string contents = module_id + '\0' + version + '\0';
  simt_fat_binary_header header = {};
  std::memcpy(header.magic, SIMT_FAT_BINARY_MAGIC, sizeof header.magic);
  header.abi_version = SIMT_ABI_VERSION;
  header.size = static_cast<std::uint32_t>(sizeof header + contents.size());
  header.checksum = fnv1a(contents);
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) + contents;
}

std::string module_id(const std::vector<std::string>& identity) {
  std::string text;
  for (const std::string& part : identity) text += part + '\0';
  return fmt::format("{:016x}", fnv1a(text));
}

}  // namespace simt::cc
