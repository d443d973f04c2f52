// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/element_type.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace simt {
namespace {

using Kind = ElementType::Kind;

struct Known {
  std::string_view name;
  Kind kind;
  std::uint32_t size;
};

/// Vectors are compared by component.
constexpr std::array kKnown = {
    Known{"float", Kind::kFloating, 4},
    Known{"double", Kind::kFloating, 8},
    Known{"float2", Kind::kFloating, 4},
    Known{"float3", Kind::kFloating, 4},
    Known{"float4", Kind::kFloating, 4},
    Known{"double2", Kind::kFloating, 8},
    Known{"double3", Kind::kFloating, 8},
    Known{"double4", Kind::kFloating, 8},
    Known{"int", Kind::kSigned, 4},
    Known{"unsigned int", Kind::kUnsigned, 4},
    Known{"int2", Kind::kSigned, 4},
    Known{"int3", Kind::kSigned, 4},
    Known{"int4", Kind::kSigned, 4},
    Known{"uint2", Kind::kUnsigned, 4},
    Known{"uint3", Kind::kUnsigned, 4},
    Known{"uint4", Kind::kUnsigned, 4},
    Known{"long", Kind::kSigned, 8},
    Known{"unsigned long", Kind::kUnsigned, 8},
    Known{"long long", Kind::kSigned, 8},
    Known{"unsigned long long", Kind::kUnsigned, 8},
    Known{"short", Kind::kSigned, 2},
    Known{"unsigned short", Kind::kUnsigned, 2},
    Known{"char", Kind::kSigned, 1},
    Known{"signed char", Kind::kSigned, 1},
    Known{"unsigned char", Kind::kUnsigned, 1},
    Known{"bool", Kind::kUnsigned, 1},
    Known{"uchar4", Kind::kUnsigned, 1},
    Known{"char4", Kind::kSigned, 1},
};

bool consume_back(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

double value_of(const ElementType& type, std::uint64_t bits) {
  return type.size == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                        : std::bit_cast<double>(bits);
}

/// Units in the last place between two finite numbers: floating-point numbers of one sign are
/// ordered like their bits.
std::uint64_t ulps_between(const ElementType& type, std::uint64_t one, std::uint64_t other) {
  const auto ordered = [&](std::uint64_t bits) {
    const std::uint64_t sign = std::uint64_t{1} << (type.size * 8 - 1);
    return (bits & sign) != 0 ? -static_cast<std::int64_t>(bits & ~sign)
                              : static_cast<std::int64_t>(bits);
  };
  return static_cast<std::uint64_t>(std::llabs(ordered(one) - ordered(other)));
}

}  // namespace

std::string ElementType::format(std::uint64_t bits) const {
  switch (kind) {
    case Kind::kFloating:
      return size == 4 ? fmt::format("{}", static_cast<float>(value_of(*this, bits)))
                       : fmt::format("{}", value_of(*this, bits));
    case Kind::kSigned: {
      const unsigned unused = 64 - size * 8;
      return fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused);
    }
    case Kind::kUnsigned:
      return fmt::format("{}", bits);
    default:
      return fmt::format("0x{:0{}x}", bits, size * 2);
  }
}

std::vector<std::string> parameter_types(std::string_view name) {
  // The parameters follow the last parenthesis that opens at the outermost level.
  if (!name.ends_with(')')) return {};
  std::size_t open = name.size();
  int depth = 0;
  do {
    --open;
    if (name[open] == ')') ++depth;
    if (name[open] == '(') --depth;
  } while (depth != 0 && open != 0);
  const std::string_view list = name.substr(open + 1, name.size() - open - 2);
  std::vector<std::string> types;
  std::string type;
  for (const char c : list) {
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      types.push_back(std::move(type));
      type.clear();
    } else if (c != ' ' || !type.empty()) {
      type += c;
    }
  }
  if (!type.empty()) types.push_back(std::move(type));
  return types;
}

ElementType pointed_to(std::string_view parameter) {
  consume_back(parameter, " const");
  consume_back(parameter, " __restrict");
  if (!consume_back(parameter, "*")) return {};
  while (consume_back(parameter, " const") || consume_back(parameter, " volatile")) {
  }
  for (const Known& known : kKnown)
    if (known.name == parameter)
      return {.kind = known.kind, .size = known.size, .name = std::string(parameter)};
  return {};
}

bool within(const Tolerance& tolerance, const ElementType& type, std::uint64_t one,
            std::uint64_t other) {
  if (type.kind != Kind::kFloating) return false;
  const double a = value_of(type, one);
  const double b = value_of(type, other);
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  if (std::isinf(a) || std::isinf(b)) return false;
  return std::abs(a - b) <=
             tolerance.absolute + tolerance.relative * std::max(std::abs(a), std::abs(b)) ||
         ulps_between(type, one, other) <= tolerance.ulp;
}

}  // namespace simt
