// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/element_type.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace simt {
namespace {

using Types = std::vector<std::string>;

TEST(ParameterTypes, AreTakenFromTheDemangledName) {
  EXPECT_EQ(parameter_types("f(float const*, int*, unsigned int)"),
            (Types{"float const*", "int*", "unsigned int"}));
  EXPECT_EQ(parameter_types("void ns::f<float, (int)4>(std::pair<int, int>, void (*)(int, int))"),
            (Types{"std::pair<int, int>", "void (*)(int, int)"}));
  EXPECT_EQ(parameter_types("f()"), Types{});
  EXPECT_EQ(parameter_types("plain_c_name"), Types{});
}

TEST(ElementType, IsWhatThePointerPointsTo) {
  EXPECT_EQ(pointed_to("float const*").name, "float");
  EXPECT_EQ(pointed_to("double volatile*").size, 8u);
  EXPECT_EQ(pointed_to("unsigned char*").kind, ElementType::Kind::kUnsigned);
  EXPECT_EQ(pointed_to("Particle*").kind, ElementType::Kind::kBytes);
  EXPECT_EQ(pointed_to("int").kind, ElementType::Kind::kBytes);
}

TEST(ElementType, FormatsAsWritten) {
  EXPECT_EQ(pointed_to("int*").format(0xffffffff), "-1");
  EXPECT_EQ(pointed_to("unsigned int*").format(0xffffffff), "4294967295");
  EXPECT_EQ(pointed_to("float*").format(std::bit_cast<std::uint32_t>(1.5f)), "1.5");
  EXPECT_EQ(pointed_to("void*").format(0x1f), "0x0000001f");
}

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(Tolerance, IsRelativeAbsoluteOrInUlp) {
  const ElementType type = pointed_to("float*");
  const float next = std::bit_cast<float>(static_cast<std::uint32_t>(bits(1.0f) + 3));
  EXPECT_FALSE(within({}, type, bits(1.0f), bits(next)));
  EXPECT_FALSE(within({.ulp = 2}, type, bits(1.0f), bits(next)));
  EXPECT_TRUE(within({.ulp = 3}, type, bits(1.0f), bits(next)));
  EXPECT_TRUE(within({.relative = 1e-6}, type, bits(1.0f), bits(next)));
  EXPECT_FALSE(within({.absolute = 0.1}, type, bits(1.0f), bits(1.2f)));
  EXPECT_TRUE(within({.absolute = 0.3}, type, bits(1.0f), bits(1.2f)));
  EXPECT_TRUE(within({.ulp = 2}, type, bits(std::numeric_limits<float>::denorm_min()),
                     bits(-std::numeric_limits<float>::denorm_min())));
  EXPECT_FALSE(
      within({.relative = 1e30}, type, bits(1.0f), bits(std::numeric_limits<float>::infinity())));
  EXPECT_FALSE(within({.absolute = 1e30}, pointed_to("int*"), 1, 2));
}

}  // namespace
}  // namespace simt
