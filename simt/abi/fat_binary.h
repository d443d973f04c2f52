// SPDX-License-Identifier: Apache-2.0
/// What simtcc embeds where nvcc embeds a fat binary: a small header that names the module, so that
/// the host object's registration (__cudaRegisterFatBinary) finds the images that were linked in
/// beside it. Written by tools/simtcc, read by runtime/api.
#pragma once

#include <cstdint>

/// Magic of the wrapper that Clang's host pass emits (section .nvFatBinSegment).
inline constexpr std::uint32_t SIMT_FAT_BINARY_WRAPPER_MAGIC = 0x466243b1;

struct simt_fat_binary_wrapper {
  std::uint32_t magic;
  std::uint32_t version;
  const void* data;
  const void* unused;
};

/// Eight bytes, not terminated.
inline constexpr char SIMT_FAT_BINARY_MAGIC[8] = {'S', 'I', 'M', 'T', 'F', 'A', 'T', '\n'};

struct simt_fat_binary_header {
  char magic[8];
  std::uint32_t abi_version;
  /// Bytes of this header and what follows it.
  std::uint32_t size;
  /// FNV-1a over the bytes after this header.
  std::uint64_t checksum;
  /// The terminated module id, then the terminated simtcc version, follow the header.
};
