// SPDX-License-Identifier: Apache-2.0
/// GPU architectures by name, as -arch, -code and -gencode take them. Clang is always given the
/// same one, since kernels become host code; the chosen one decides what __CUDA_ARCH__ says. CUDA
/// Compiler Driver NVCC, "GPU Feature List".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::cc {

struct Architecture {
  /// Ten times the compute capability: 90 for 9.0.
  int number = 90;
  /// 'a' (this architecture only), 'f' (its family) or 0.
  char variant = 0;

  /// Value of __CUDA_ARCH__: 900 for 9.0.
  int macro_value() const { return number * 10; }
};

/// The newest architecture of the device profiles.
inline constexpr Architecture default_architecture;

/// Reads `sm_90`, `compute_90a`, `lto_90`, `native`, `all` or `all-major`. `option` is named in the
/// failure (kUsage) that an unknown name gives.
Architecture parse_architecture(std::string_view name, std::string_view option);

/// Reads the value of -gencode, `arch=compute_90,code=[sm_90,compute_90]`.
Architecture parse_gencode(std::string_view value);

/// Of the architectures that a program is built for, the one whose image a driver would load on the
/// default device: the newest that is not newer than the device, else the oldest.
Architecture choose_architecture(const std::vector<Architecture>& candidates);

/// Macros that tell device code its architecture, as -D and -U options.
std::vector<std::string> architecture_macros(const Architecture& architecture);

/// All names with the given prefix (`sm_`, `compute_`), a line each.
std::string list_architectures(std::string_view prefix);

}  // namespace simt::cc
