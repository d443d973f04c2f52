// SPDX-License-Identifier: Apache-2.0
/// SIMD intrinsics against the same operation lane by lane, in wide integers.

#include <algorithm>
#include <cstdlib>

#include "on_device.h"

namespace {

constexpr std::size_t kCount = 5000;

/// Random words, and every combination of the extreme lanes.
std::vector<unsigned> words(unsigned seed) {
  auto values = random_bits<unsigned>(kCount, seed);
  const unsigned extremes[] = {0x00000000, 0xffffffff, 0x80808080, 0x7f7f7f7f,
                               0x80008000, 0x7fff7fff, 0x00010001, 0x01010101};
  for (std::size_t i = 0; i < 64; ++i) values[i] = extremes[seed == 1 ? i / 8 : i % 8];
  return values;
}

/// Applies `operation` to the lanes, as int; the result wraps into the lane.
template <class Lane, class Operation>
unsigned by_lane(unsigned a, unsigned b, Operation operation) {
  Lane x[4 / sizeof(Lane)], y[4 / sizeof(Lane)];
  std::memcpy(x, &a, 4);
  std::memcpy(y, &b, 4);
  for (std::size_t i = 0; i < 4 / sizeof(Lane); ++i)
    x[i] = static_cast<Lane>(operation(x[i], y[i]));
  unsigned result;
  std::memcpy(&result, x, 4);
  return result;
}

template <class Lane>
int saturated(int x) {
  return std::clamp<int>(x, std::numeric_limits<Lane>::min(), std::numeric_limits<Lane>::max());
}

template <class Lane, class Function, class Operation>
void expect_lanes(const char* name, Function function, Operation operation) {
  const auto a = words(1), b = words(2);
  const auto results = on_device<unsigned>(function, a, b);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(results[i], by_lane<Lane>(a[i], b[i], operation))
        << name << std::hex << "(0x" << a[i] << ", 0x" << b[i] << ')';
  }
}

#define EXPECT_LANES_OF(Lane, name, operation)                             \
  expect_lanes<Lane>(                                                      \
      #name, [] __device__(unsigned a, unsigned b) { return name(a, b); }, \
      []([[maybe_unused]] int x, [[maybe_unused]] int y) { return operation; })
#define EXPECT_LANES_OF_ONE(Lane, name, operation)                    \
  expect_lanes<Lane>(                                                 \
      #name, [] __device__(unsigned a, unsigned) { return name(a); }, \
      [](int x, int) { return operation; })
/// For the pair and the quad form; S and U stand for the signed and the unsigned lane.
#define EXPECT_LANES(kind, name, operation)    \
  {                                            \
    using S [[maybe_unused]] = short;          \
    using U [[maybe_unused]] = unsigned short; \
    EXPECT_LANES_OF(kind, name##2, operation); \
  }                                            \
  {                                            \
    using S [[maybe_unused]] = signed char;    \
    using U [[maybe_unused]] = unsigned char;  \
    EXPECT_LANES_OF(kind, name##4, operation); \
  }                                            \
  static_assert(true)
#define EXPECT_LANES_1(kind, name, operation)      \
  {                                                \
    using S [[maybe_unused]] = short;              \
    using U [[maybe_unused]] = unsigned short;     \
    EXPECT_LANES_OF_ONE(kind, name##2, operation); \
  }                                                \
  {                                                \
    using S [[maybe_unused]] = signed char;        \
    using U [[maybe_unused]] = unsigned char;      \
    EXPECT_LANES_OF_ONE(kind, name##4, operation); \
  }                                                \
  static_assert(true)

TEST(SimdIntrinsics, AbsoluteValueAndNegation) {
  EXPECT_LANES_1(S, __vabs, std::abs(x));
  EXPECT_LANES_1(S, __vabsss, saturated<S>(std::abs(x)));
  EXPECT_LANES_1(S, __vneg, -x);
  EXPECT_LANES_1(S, __vnegss, saturated<S>(-x));
}

TEST(SimdIntrinsics, SumAndDifference) {
  EXPECT_LANES(U, __vadd, x + y);
  EXPECT_LANES(S, __vaddss, saturated<S>(x + y));
  EXPECT_LANES(U, __vaddus, saturated<U>(x + y));
  EXPECT_LANES(U, __vsub, x - y);
  EXPECT_LANES(S, __vsubss, saturated<S>(x - y));
  EXPECT_LANES(U, __vsubus, saturated<U>(x - y));
  EXPECT_LANES(S, __vabsdiffs, std::abs(x - y));
  EXPECT_LANES(U, __vabsdiffu, std::abs(x - y));
}

TEST(SimdIntrinsics, Averages) {
  EXPECT_LANES(U, __vavgu, (x + y + 1) / 2);
  EXPECT_LANES(U, __vhaddu, (x + y) / 2);
  EXPECT_LANES(S, __vavgs, (x + y + (x + y > 0) - (x + y < 0)) / 2);
}

TEST(SimdIntrinsics, MinimumAndMaximum) {
  EXPECT_LANES(S, __vmaxs, std::max(x, y));
  EXPECT_LANES(U, __vmaxu, std::max(x, y));
  EXPECT_LANES(S, __vmins, std::min(x, y));
  EXPECT_LANES(U, __vminu, std::min(x, y));
}

TEST(SimdIntrinsics, ComparisonsToMasks) {
  EXPECT_LANES(U, __vcmpeq, x == y ? -1 : 0);
  EXPECT_LANES(U, __vcmpne, x != y ? -1 : 0);
  EXPECT_LANES(S, __vcmpges, x >= y ? -1 : 0);
  EXPECT_LANES(U, __vcmpgeu, x >= y ? -1 : 0);
  EXPECT_LANES(S, __vcmpgts, x > y ? -1 : 0);
  EXPECT_LANES(U, __vcmpgtu, x > y ? -1 : 0);
  EXPECT_LANES(S, __vcmples, x <= y ? -1 : 0);
  EXPECT_LANES(U, __vcmpleu, x <= y ? -1 : 0);
  EXPECT_LANES(S, __vcmplts, x < y ? -1 : 0);
  EXPECT_LANES(U, __vcmpltu, x < y ? -1 : 0);
}

TEST(SimdIntrinsics, ComparisonsToFlags) {
  EXPECT_LANES(U, __vseteq, x == y);
  EXPECT_LANES(U, __vsetne, x != y);
  EXPECT_LANES(S, __vsetges, x >= y);
  EXPECT_LANES(U, __vsetgeu, x >= y);
  EXPECT_LANES(S, __vsetgts, x > y);
  EXPECT_LANES(U, __vsetgtu, x > y);
  EXPECT_LANES(S, __vsetles, x <= y);
  EXPECT_LANES(U, __vsetleu, x <= y);
  EXPECT_LANES(S, __vsetlts, x < y);
  EXPECT_LANES(U, __vsetltu, x < y);
}

template <class Lane>
unsigned sum_of_differences(unsigned a, unsigned b) {
  int sum = 0;
  by_lane<Lane>(a, b, [&sum](int x, int y) { return sum += std::abs(x - y); });
  return sum;
}
#define EXPECT_SUM_OF_DIFFERENCES(Lane, name)                                                    \
  do {                                                                                           \
    const auto a = words(1), b = words(2);                                                       \
    const auto results =                                                                         \
        on_device<unsigned>([] __device__(unsigned x, unsigned y) { return name(x, y); }, a, b); \
    for (std::size_t i = 0; i < kCount; ++i) {                                                   \
      ASSERT_EQ(results[i], sum_of_differences<Lane>(a[i], b[i])) << #name;                      \
    }                                                                                            \
  } while (false)

TEST(SimdIntrinsics, SumsOfAbsoluteDifferences) {
  EXPECT_SUM_OF_DIFFERENCES(short, __vsads2);
  EXPECT_SUM_OF_DIFFERENCES(unsigned short, __vsadu2);
  EXPECT_SUM_OF_DIFFERENCES(signed char, __vsads4);
  EXPECT_SUM_OF_DIFFERENCES(unsigned char, __vsadu4);
}

/// The three-operand forms, with the third operand fixed.
TEST(SimdIntrinsics, CombinedMinimumAndMaximum) {
#define EXPECT_THIRD(Lane, name, operation)                                             \
  expect_lanes<Lane>(                                                                   \
      #name, [] __device__(unsigned a, unsigned b) { return name(a, b, 0x0fff0fffu); }, \
      [](int x, int y) {                                                                \
        const int z = 0x0fff;                                                           \
        return operation;                                                               \
      })
  EXPECT_THIRD(short, __vimax3_s16x2, std::max({x, y, z}));
  EXPECT_THIRD(short, __vimin3_s16x2, std::min({x, y, z}));
  EXPECT_THIRD(unsigned short, __vimax3_u16x2, std::max({x, y, z}));
  EXPECT_THIRD(unsigned short, __vimin3_u16x2, std::min({x, y, z}));
  EXPECT_THIRD(short, __vimax3_s16x2_relu, std::max({x, y, z, 0}));
  EXPECT_THIRD(short, __vimin3_s16x2_relu, std::max(std::min({x, y, z}), 0));
  EXPECT_THIRD(short, __viaddmax_s16x2, std::max<int>(static_cast<short>(x + y), z));
  EXPECT_THIRD(short, __viaddmin_s16x2, std::min<int>(static_cast<short>(x + y), z));
  EXPECT_THIRD(unsigned short, __viaddmax_u16x2,
               std::max<int>(static_cast<unsigned short>(x + y), z));
  EXPECT_THIRD(unsigned short, __viaddmin_u16x2,
               std::min<int>(static_cast<unsigned short>(x + y), z));
  EXPECT_THIRD(short, __viaddmax_s16x2_relu, std::max<int>({static_cast<short>(x + y), z, 0}));
  EXPECT_THIRD(short, __viaddmin_s16x2_relu,
               std::max<int>(std::min<int>(static_cast<short>(x + y), z), 0));
#undef EXPECT_THIRD
  EXPECT_LANES_OF(short, __vimax_s16x2_relu, std::max({x, y, 0}));
  EXPECT_LANES_OF(short, __vimin_s16x2_relu, std::max(std::min(x, y), 0));
}

TEST(SimdIntrinsics, PredicatesTellTheLanesTaken) {
  const auto taken = [] __device__(unsigned a, unsigned b) {
    bool high, low;
    unsigned bits = __vibmax_s16x2(a, b, &high, &low) != __vmaxs2(a, b);
    bits = bits << 2 | high << 1 | low;
    __vibmin_u16x2(a, b, &high, &low);
    return bits << 2 | high << 1 | low;
  };
  EXPECT_EQ(on_device<unsigned>(taken, std::vector<unsigned>{0xffff0002, 0x00010001},
                                std::vector<unsigned>{0x00010001, 0x00010001}),
            (std::vector<unsigned>{0b0100, 0b1111}));
}

}  // namespace
