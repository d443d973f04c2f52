// SPDX-License-Identifier: Apache-2.0
/// What the host object carries in place of GPU code: see simt/abi/fat_binary.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simt::cc {

/// FNV-1a, 64 bits.
std::uint64_t fnv1a(std::string_view bytes);

/// The bytes of a module's fat binary.
std::string fat_binary(const std::string& module_id, const std::string& version);

/// Names a module: a hash of what makes its code, so that two builds of one source under different
/// names or options can live in one program, and a repeated build gives the same bytes.
std::string module_id(const std::vector<std::string>& identity);

}  // namespace simt::cc
