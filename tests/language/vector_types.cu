// SPDX-License-Identifier: Apache-2.0
/// Vector types have CUDA's sizes and alignments, the same in host and device code.

#include <type_traits>

#include "on_device.h"

namespace {

struct Layout {
  int size;
  int alignment;
  bool operator==(const Layout& other) const {
    return size == other.size && alignment == other.alignment;
  }
};

template <class T>
void expect_layout(int size, int alignment) {
  const Layout expected{size, alignment};
  EXPECT_EQ((Layout{sizeof(T), alignof(T)}), expected);
  EXPECT_EQ(on_device<Layout>([] __device__(int) { return Layout{sizeof(T), alignof(T)}; },
                              std::vector<int>(1))[0],
            expected);
}

/// The table of the CUDA Programming Guide, "Built-in Vector Types".
#define EXPECT_LAYOUTS(name, element, alignment_of_4) \
  expect_layout<name##1>(element, element);           \
  expect_layout<name##2>(2 * element, 2 * element);   \
  expect_layout<name##3>(3 * element, element);       \
  expect_layout<name##4>(4 * element, alignment_of_4)

TEST(VectorTypes, Layout) {
  EXPECT_LAYOUTS(char, 1, 4);
  EXPECT_LAYOUTS(uchar, 1, 4);
  EXPECT_LAYOUTS(short, 2, 8);
  EXPECT_LAYOUTS(ushort, 2, 8);
  EXPECT_LAYOUTS(int, 4, 16);
  EXPECT_LAYOUTS(uint, 4, 16);
  EXPECT_LAYOUTS(long, 8, 16);
  EXPECT_LAYOUTS(ulong, 8, 16);
  EXPECT_LAYOUTS(longlong, 8, 16);
  EXPECT_LAYOUTS(ulonglong, 8, 16);
  EXPECT_LAYOUTS(float, 4, 16);
  EXPECT_LAYOUTS(double, 8, 16);
  expect_layout<double4_16a>(32, 16);
  expect_layout<double4_32a>(32, 32);
  expect_layout<ulonglong4_32a>(32, 32);
  expect_layout<dim3>(12, 4);
}

TEST(VectorTypes, ElementsAreSignedWhereTheNameSaysSo) {
  EXPECT_TRUE(std::is_signed_v<decltype(char1::x)>);
  EXPECT_TRUE(std::is_unsigned_v<decltype(uchar1::x)>);
}

TEST(VectorTypes, MakeFunctions) {
  const auto sum = [] __device__(int i) {
    const float4 f = make_float4(i, 2, 3, 4);
    const uchar3 c = make_uchar3(250, 5, 1);
    const ulonglong2 l = make_ulonglong2(1ull << 40, i);
    const double4_32a d = make_double4_32a(1, 2, 3, 0.5);
    return f.x + f.y + f.z + f.w + c.x + c.y + c.z + (l.x >> 40) + l.y + d.x + d.y + d.z + d.w;
  };
  EXPECT_EQ(on_device<double>(sum, std::vector<int>{1})[0], 10 + 256 + 2 + 6.5);
  const short4 host = make_short4(-1, 2, -3, 4);
  EXPECT_EQ(host.x + host.z, -4);
}

TEST(VectorTypes, Dim3) {
  constexpr dim3 plane(4, 5);
  static_assert(plane.x == 4 && plane.y == 5 && plane.z == 1);
  const uint3 index = plane;
  const dim3 back = index;
  EXPECT_EQ(back.y, 5u);
  const auto volume = [] __device__(unsigned n) {
    const dim3 cube(n, n, n);
    const dim3 line = n;
    return cube.x * cube.y * cube.z + line.x * line.y * line.z;
  };
  EXPECT_EQ(on_device<unsigned>(volume, std::vector<unsigned>{3})[0], 30u);
}

}  // namespace
