// SPDX-License-Identifier: Apache-2.0
/// Parses and chooses GPU architectures.
#include "tools/simtcc/architecture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "tools/simtcc/failure.h"

namespace simt::cc {
namespace {

constexpr std::array known_numbers = {50, 52, 53, 60, 61,  62,  70,  72,  75,  80, 86,
                                      87, 88, 89, 90, 100, 101, 103, 110, 120, 121};

bool starts_with_then_drop(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool allows_variant(int number, char variant) {
  return variant == 'a' ? number >= 90 : number >= 100;
}

}  // namespace

Architecture parse_architecture(std::string_view name, std::string_view option) {
  if (name == "native" || name == "all" || name == "all-major") return default_architecture;
  std::string_view rest = name;
  Architecture architecture;
  const bool prefixed = starts_with_then_drop(rest, "sm_") ||
                        starts_with_then_drop(rest, "compute_") ||
                        starts_with_then_drop(rest, "lto_");
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), architecture.number);
  rest.remove_prefix(end - rest.data());
  if (rest == "a" || rest == "f") architecture.variant = rest.front();
  const bool known = prefixed && error == std::errc() &&
                     std::ranges::find(known_numbers, architecture.number) != known_numbers.end() &&
                     (rest.empty() || (architecture.variant != 0 &&
                                       allows_variant(architecture.number, architecture.variant)));
  if (!known) {
    fail(ExitStatus::kUsage, "unknown GPU architecture '{}' in {} (--list-gpu-code lists them)",
         name, option);
  }
  return architecture;
}

Architecture parse_gencode(std::string_view value) {
  std::string_view rest = value;
  if (!starts_with_then_drop(rest, "arch=")) {
    fail(ExitStatus::kUsage, "-gencode takes arch=<compute_NN>,code=<sm_NN>, not '{}'", value);
  }
  const std::string_view name = rest.substr(0, rest.find(','));
  rest.remove_prefix(name.size());
  if (!rest.empty() && !rest.starts_with(",code=")) {
    fail(ExitStatus::kUsage, "-gencode takes arch=<compute_NN>,code=<sm_NN>, not '{}'", value);
  }
  return parse_architecture(name, "-gencode");
}

Architecture choose_architecture(const std::vector<Architecture>& candidates) {
  if (candidates.empty()) return default_architecture;
  const auto rank = [](const Architecture& candidate) {
    const bool loadable = candidate.number <= default_architecture.number;
    return std::pair(loadable, loadable ? candidate.number : -candidate.number);
  };
  return *std::ranges::max_element(candidates, {}, rank);
}

std::vector<std::string> architecture_macros(const Architecture& architecture) {
  std::vector<std::string> macros = {
      "-U__CUDA_ARCH__",
      fmt::format("-D__CUDA_ARCH__={}", architecture.macro_value()),
  };
  if (architecture.variant == 'a') {
    macros.push_back(fmt::format("-D__CUDA_ARCH_FEAT_SM{}_ALL", architecture.number));
    macros.push_back(fmt::format("-D__CUDA_ARCH_SPECIFIC__={}", architecture.macro_value()));
  }
  if (architecture.variant != 0 && architecture.number >= 100) {
    macros.push_back(fmt::format("-D__CUDA_ARCH_FAMILY_SPECIFIC__={}", architecture.macro_value()));
  }
  return macros;
}

std::string list_architectures(std::string_view prefix) {
  std::string lines;
  for (int number : known_numbers) lines += fmt::format("{}{}\n", prefix, number);
  return lines;
}

}  // namespace simt::cc
