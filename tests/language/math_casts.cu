// SPDX-License-Identifier: Apache-2.0
/// Conversions to integers saturate as the hardware's do (PTX ISA, cvt); reinterpretations keep
/// bits.

#include <cmath>

#include "on_device.h"

namespace {

/// round(x) clamped to To, computed in long double, which holds every value of the types concerned.
template <class To, class From>
To reference(From x, long double (*round)(long double), To of_nan) {
  if (std::isnan(x)) return of_nan;
  const long double integer = round(x);
  if (integer <= static_cast<long double>(std::numeric_limits<To>::min())) {
    return std::numeric_limits<To>::min();
  }
  if (integer >= static_cast<long double>(std::numeric_limits<To>::max())) {
    return std::numeric_limits<To>::max();
  }
  return static_cast<To>(integer);
}

/// Values around zero, around halves, and around the bounds of all integer types.
template <class From>
std::vector<From> interesting() {
  std::vector<From> values = random_bits<From>(5000, 1);
  for (const auto more : random_between<From>(-100, 100, 5000, 2)) values.push_back(more);
  for (const From center : {From{0}, From{0.5}, From{1.5}, From{2.5}, From{0x1p31}, From{0x1p32},
                            From{0x1p63}, From{0x1p64}}) {
    for (const From value : {center, std::nextafter(center, From{0}),
                             std::nextafter(center, std::numeric_limits<From>::infinity())}) {
      values.push_back(value);
      values.push_back(-value);
    }
  }
  values.push_back(std::numeric_limits<From>::infinity());
  values.push_back(-std::numeric_limits<From>::infinity());
  values.push_back(std::numeric_limits<From>::quiet_NaN());
  return values;
}

#define EXPECT_MODE(From, To, intrinsic, round, of_nan)                                         \
  do {                                                                                          \
    const auto inputs = interesting<From>();                                                    \
    const auto results = on_device<To>([] __device__(From x) { return intrinsic(x); }, inputs); \
    for (std::size_t i = 0; i < inputs.size(); ++i) {                                           \
      ASSERT_EQ(results[i], (reference<To, From>(inputs[i], round, of_nan)))                    \
          << #intrinsic "(" << inputs[i] << ')';                                                \
    }                                                                                           \
  } while (false)
#define EXPECT_MODES(From, To, name, of_nan)            \
  EXPECT_MODE(From, To, name##_rn, std::rint, of_nan);  \
  EXPECT_MODE(From, To, name##_rz, std::trunc, of_nan); \
  EXPECT_MODE(From, To, name##_ru, std::ceil, of_nan);  \
  EXPECT_MODE(From, To, name##_rd, std::floor, of_nan)

constexpr long long kMinInt64 = std::numeric_limits<long long>::min();

TEST(MathCasts, FloatToInteger) {
  EXPECT_MODES(float, int, __float2int, 0);
  EXPECT_MODES(float, unsigned, __float2uint, 0u);
  EXPECT_MODES(float, long long, __float2ll, kMinInt64);
  EXPECT_MODES(float, unsigned long long, __float2ull, 1ull << 63);
}

TEST(MathCasts, DoubleToInteger) {
  EXPECT_MODES(double, int, __double2int, std::numeric_limits<int>::min());
  EXPECT_MODES(double, unsigned, __double2uint, 1u << 31);
  EXPECT_MODES(double, long long, __double2ll, kMinInt64);
  EXPECT_MODES(double, unsigned long long, __double2ull, 1ull << 63);
}

#define EXPECT_CAST(From, To, of_nan)                                                \
  do {                                                                               \
    const auto inputs = interesting<From>();                                         \
    const auto results =                                                             \
        on_device<To>([] __device__(From x) { return static_cast<To>(x); }, inputs); \
    for (std::size_t i = 0; i < inputs.size(); ++i) {                                \
      ASSERT_EQ(results[i], (reference<To, From>(inputs[i], std::trunc, of_nan)))    \
          << #To "(" << inputs[i] << ')';                                            \
    }                                                                                \
  } while (false)

TEST(MathCasts, LanguageCasts) {
  EXPECT_CAST(float, int, 0);
  EXPECT_CAST(float, unsigned, 0u);
  EXPECT_CAST(float, long long, kMinInt64);
  EXPECT_CAST(float, unsigned long long, 1ull << 63);
  EXPECT_CAST(double, int, std::numeric_limits<int>::min());
  EXPECT_CAST(double, unsigned, 1u << 31);
  EXPECT_CAST(double, long long, kMinInt64);
  EXPECT_CAST(double, unsigned long long, 1ull << 63);
}

/// The low bits of what a conversion to 32 bits of the same signedness gives.
TEST(MathCasts, NarrowResults) {
  const std::vector<float> inputs{-1.5f, 200, 300, 40000, 70000, -40000, 3e9f, -3e9f, 1e20f, NAN};
  EXPECT_EQ(on_device<short>([] __device__(float x) { return static_cast<short>(x); }, inputs),
            (std::vector<short>{-1, 200, 300, -25536, 4464, 25536, -1, 0, -1, 0}));
  EXPECT_EQ(on_device<unsigned char>(
                [] __device__(float x) { return static_cast<unsigned char>(x); }, inputs),
            (std::vector<unsigned char>{0, 200, 44, 64, 112, 0, 0, 0, 255, 0}));
  EXPECT_EQ(on_device<signed char>([] __device__(float x) { return static_cast<signed char>(x); },
                                   inputs),
            (std::vector<signed char>{-1, -56, 44, 64, 112, -64, -1, 0, -1, 0}));
}

TEST(MathCasts, IntegerToNearest) {
  EXPECT_EQ(on_device<float>([] __device__(int x) { return __int2float_rn(x); },
                             std::vector<int>{16777217, -16777219, 7}),
            (std::vector<float>{16777216, -16777220, 7}));
  EXPECT_EQ(on_device<double>([] __device__(long long x) { return __ll2double_rn(x); },
                              std::vector<long long>{(1ll << 53) + 1, kMinInt64}),
            (std::vector<double>{0x1p53, -0x1p63}));
  EXPECT_EQ(on_device<double>([] __device__(unsigned x) { return __uint2double_rn(x); },
                              std::vector<unsigned>{~0u}),
            std::vector<double>{4294967295.0});
}

TEST(MathCasts, Reinterpretation) {
  const auto words = random_bits<unsigned>(1000, 3);
  EXPECT_EQ(on_device<unsigned>(
                [] __device__(unsigned x) { return __float_as_uint(__uint_as_float(x)); }, words),
            words);
  const auto longs = random_bits<long long>(1000, 4);
  EXPECT_EQ(
      on_device<long long>(
          [] __device__(long long x) { return __double_as_longlong(__longlong_as_double(x)); },
          longs),
      longs);
  EXPECT_EQ(on_device<long long>(
                [] __device__(long long x) {
                  const double value = __longlong_as_double(x);
                  return __double_as_longlong(
                      __hiloint2double(__double2hiint(value), __double2loint(value)));
                },
                longs),
            longs);
  EXPECT_EQ(on_device<int>([] __device__(float x) { return __float_as_int(x); },
                           std::vector<float>{1, -0.0f}),
            (std::vector<int>{0x3f800000, std::numeric_limits<int>::min()}));
}

}  // namespace
