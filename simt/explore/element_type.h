// SPDX-License-Identifier: Apache-2.0
/// What the elements of a buffer are, as a kernel's parameter types tell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

struct ElementType {
  enum class Kind { kBytes, kSigned, kUnsigned, kFloating };
  Kind kind = Kind::kBytes;
  /// Bytes; a power of two up to 8.
  std::uint32_t size = 4;
  /// As in the source; empty where it is not known.
  std::string name;

  /// The element in the low `size` bytes of `bits`, as a person reads it.
  std::string format(std::uint64_t bits) const;
};

/// The types of the parameters of a function, as written in its demangled name; empty for a name
/// that is not mangled.
std::vector<std::string> parameter_types(std::string_view demangled_name);

/// What a parameter of the type `parameter` points to; bytes where that is no arithmetic type.
ElementType pointed_to(std::string_view parameter);

/// How far apart floating-point results may be and still count as rounding.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  /// Units in the last place.
  std::uint64_t ulp = 0;
};

/// Whether two elements that differ do so within the tolerance; never for other than floating-point
/// types.
bool within(const Tolerance& tolerance, const ElementType& type, std::uint64_t one,
            std::uint64_t other);

}  // namespace simt
