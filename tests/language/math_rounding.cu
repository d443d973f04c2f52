// SPDX-License-Identifier: Apache-2.0
/// Arithmetic with a rounding mode is exact. The reference never changes the processor's mode: it
/// takes the result rounded to nearest and the sign of its exact error (error-free transformations,
/// Dekker 1971, Knuth TAOCP 2 4.2.2), and steps to the neighbour where the mode asks for it.

#include <cmath>

#include "on_device.h"

namespace {

constexpr std::size_t kCount = 20000;

/// A quantity known as nearest + error, where only the error's sign counts.
template <class T>
struct Rounded {
  T nearest;
  int error_sign;

  T toward(int direction) const {
    if (error_sign * direction <= 0) return nearest;
    return std::nextafter(nearest, direction * std::numeric_limits<T>::infinity());
  }
  T up() const { return toward(1); }
  T down() const { return toward(-1); }
  T to_zero() const { return nearest > 0 ? down() : nearest < 0 ? up() : nearest; }
};

template <class T>
int sign(T x) {
  return (x > 0) - (x < 0);
}

template <class T>
Rounded<T> sum(T a, T b) {
  const volatile T s = a + b;
  const volatile T part_of_b = s - a;
  const volatile T part_of_a = s - part_of_b;
  const volatile T error = (a - part_of_a) + (b - part_of_b);
  return {s, sign<T>(error)};
}
template <class T>
Rounded<T> product(T a, T b) {
  return {a * b, sign(std::fma(a, b, -(a * b)))};
}
template <class T>
Rounded<T> quotient(T a, T b) {
  const T q = a / b;
  return {q, sign(std::fma(-q, b, a)) * sign(b)};
}
template <class T>
Rounded<T> square_root(T a) {
  const T s = std::sqrt(a);
  return {s, sign(std::fma(-s, s, a))};
}

/// Of both signs, with exponents far enough from the limits that the errors above are
/// representable.
template <class T>
std::vector<T> operands(unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<T> mantissa(1, 2);
  std::uniform_int_distribution<int> exponent(-20, 20);
  std::vector<T> values(kCount);
  for (T& value : values) {
    value = std::ldexp(mantissa(generator), exponent(generator));
    if (generator() & 1) value = -value;
  }
  return values;
}
template <class T>
std::vector<T> magnitudes(std::vector<T> values) {
  for (T& value : values) value = std::fabs(value);
  return values;
}

template <class T>
void expect_all(const std::vector<T>& actual, const std::vector<T>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ASSERT_TRUE(same(actual[i], expected[i]))
        << "at " << i << ": " << actual[i] << " instead of " << expected[i];
  }
}

/// `reference` gives a Rounded<T>, of which `round` picks the result.
template <class T, class Reference, class Round>
std::vector<T> expected(Reference reference, Round round, const std::vector<T>& a,
                        const std::vector<T>& b) {
  std::vector<T> results;
  for (std::size_t i = 0; i < a.size(); ++i) results.push_back(round(reference(a[i], b[i])));
  return results;
}

constexpr auto kNearest = [](auto r) { return r.nearest; };
constexpr auto kToZero = [](auto r) { return r.to_zero(); };
constexpr auto kUp = [](auto r) { return r.up(); };
constexpr auto kDown = [](auto r) { return r.down(); };

#define EXPECT_BINARY(T, intrinsic, reference, round)                                 \
  expect_all(on_device<T>([] __device__(T x, T y) { return intrinsic(x, y); }, a, b), \
             expected<T>([](T x, T y) { return reference(x, y); }, round, a, b))
#define EXPECT_UNARY(T, intrinsic, reference, round, inputs)                    \
  expect_all(on_device<T>([] __device__(T x) { return intrinsic(x); }, inputs), \
             expected<T>([](T x, T) { return reference; }, round, inputs, inputs))
#define EXPECT_IN_ALL_MODES_BINARY(T, intrinsic, reference) \
  EXPECT_BINARY(T, intrinsic##_rn, reference, kNearest);    \
  EXPECT_BINARY(T, intrinsic##_rz, reference, kToZero);     \
  EXPECT_BINARY(T, intrinsic##_ru, reference, kUp);         \
  EXPECT_BINARY(T, intrinsic##_rd, reference, kDown)
#define EXPECT_IN_ALL_MODES_UNARY(T, intrinsic, reference, inputs) \
  EXPECT_UNARY(T, intrinsic##_rn, reference, kNearest, inputs);    \
  EXPECT_UNARY(T, intrinsic##_rz, reference, kToZero, inputs);     \
  EXPECT_UNARY(T, intrinsic##_ru, reference, kUp, inputs);         \
  EXPECT_UNARY(T, intrinsic##_rd, reference, kDown, inputs)

TEST(MathRounding, FloatArithmetic) {
  const auto a = operands<float>(1), b = operands<float>(2);
  EXPECT_IN_ALL_MODES_BINARY(float, __fadd, sum<float>);
  EXPECT_IN_ALL_MODES_BINARY(float, __fsub, [](float x, float y) { return sum<float>(x, -y); });
  EXPECT_IN_ALL_MODES_BINARY(float, __fmul, product<float>);
  EXPECT_IN_ALL_MODES_BINARY(float, __fdiv, quotient<float>);
  EXPECT_IN_ALL_MODES_UNARY(float, __frcp, quotient<float>(1, x), a);
  EXPECT_IN_ALL_MODES_UNARY(float, __fsqrt, square_root<float>(x), magnitudes(a));
}

TEST(MathRounding, DoubleArithmetic) {
  const auto a = operands<double>(3), b = operands<double>(4);
  EXPECT_IN_ALL_MODES_BINARY(double, __dadd, sum<double>);
  EXPECT_IN_ALL_MODES_BINARY(double, __dsub, [](double x, double y) { return sum<double>(x, -y); });
  EXPECT_IN_ALL_MODES_BINARY(double, __dmul, product<double>);
  EXPECT_IN_ALL_MODES_BINARY(double, __ddiv, quotient<double>);
  EXPECT_IN_ALL_MODES_UNARY(double, __drcp, quotient<double>(1, x), a);
  EXPECT_IN_ALL_MODES_UNARY(double, __dsqrt, square_root<double>(x), magnitudes(a));
}

/// x as T, and the sign of what that rounding left off. Exact for what fits a long double.
template <class T>
Rounded<T> rounded(long double x) {
  const T nearest = static_cast<T>(x);
  return {nearest, sign(x - static_cast<long double>(nearest))};
}

#define EXPECT_FMA(T, intrinsic, round)                                                     \
  do {                                                                                      \
    const auto results =                                                                    \
        on_device<T>([] __device__(T x, T y, T z) { return intrinsic(x, y, z); }, a, b, c); \
    for (std::size_t i = 0; i < kCount; ++i) {                                              \
      const auto exact = static_cast<long double>(a[i]) * b[i] + c[i];                      \
      ASSERT_TRUE(same(results[i], round(rounded<T>(exact))))                               \
          << a[i] << ' ' << b[i] << ' ' << c[i];                                            \
    }                                                                                       \
  } while (false)

TEST(MathRounding, FusedMultiplyAdd) {
  std::mt19937_64 generator(5);
  // Integers small enough that a long double holds the exact result, large enough that T does not.
  const auto integers = [&generator](auto zero, int bits) {
    std::vector<decltype(zero)> values(kCount);
    for (auto& value : values) {
      value = static_cast<decltype(zero)>(static_cast<std::int64_t>(generator()) >> (63 - bits));
    }
    return values;
  };
  {
    const auto a = integers(0.0f, 22), b = integers(0.0f, 23), c = integers(0.0f, 24);
    EXPECT_FMA(float, __fmaf_ieee_rn, kNearest);
    EXPECT_FMA(float, __fmaf_ieee_rz, kToZero);
    EXPECT_FMA(float, __fmaf_ieee_ru, kUp);
    EXPECT_FMA(float, __fmaf_ieee_rd, kDown);
    EXPECT_FMA(float, __fmaf_rn, kNearest);
    EXPECT_FMA(float, __fmaf_rz, kToZero);
    EXPECT_FMA(float, __fmaf_ru, kUp);
    EXPECT_FMA(float, __fmaf_rd, kDown);
  }
  {
    const auto a = integers(0.0, 31), b = integers(0.0, 31), c = integers(0.0, 52);
    EXPECT_FMA(double, __fma_rn, kNearest);
    EXPECT_FMA(double, __fma_rz, kToZero);
    EXPECT_FMA(double, __fma_ru, kUp);
    EXPECT_FMA(double, __fma_rd, kDown);
  }
}

TEST(MathRounding, Limits) {
  const float huge = std::numeric_limits<float>::max(), inf = HUGE_VALF, nan = NAN;
  const float tiny = std::numeric_limits<float>::denorm_min();
  const std::vector<float> a = {huge, huge, -huge, 1.0f, inf, -1.0f, tiny, nan};
  const std::vector<float> b = {huge, tiny, -huge, -1.0f, -inf, tiny, tiny, 1.0f};
  EXPECT_EQ(on_device<float>([] __device__(float x, float y) { return __fadd_rz(x, y); }, a, b)[0],
            huge);
  const auto up =
      on_device<float>([] __device__(float x, float y) { return __fadd_ru(x, y); }, a, b);
  const auto down =
      on_device<float>([] __device__(float x, float y) { return __fadd_rd(x, y); }, a, b);
  const std::vector<float> up_expected = {
      inf, inf, -huge, 0.0f, nan, std::nextafter(-1.0f, 0.0f), 2 * tiny, nan};
  const std::vector<float> down_expected = {huge, huge, -inf, -0.0f, nan, -1.0f, 2 * tiny, nan};
  expect_all(up, up_expected);
  expect_all(down, down_expected);
  EXPECT_EQ(on_device<float>([] __device__(float x, float y) { return __fmul_ru(x, y); }, a, b)[6],
            tiny);
  EXPECT_EQ(on_device<float>([] __device__(float x, float y) { return __fmul_rd(x, y); }, a, b)[6],
            0.0f);
}

/// Every significand under both parities of the exponent. The nearest float r of 1/sqrt(x) is
/// decided by the integers: with midpoints m of neighbouring floats, m^2 x < 1 where m is below the
/// root.
TEST(MathRounding, ReciprocalSquareRoot) {
  std::vector<float> inputs;
  for (std::uint32_t bits = 0x3f800000; bits < 0x40800000; bits += 61) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    inputs.push_back(x);
  }
  const auto results = on_device<float>([] __device__(float x) { return __frsqrt_rn(x); }, inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    // Scaled by 2^25, midpoints are integers; x times 2^23 is one too.
    const auto x = static_cast<unsigned __int128>(std::ldexp(inputs[i], 23));
    const auto r = static_cast<unsigned __int128>(std::ldexp(results[i], 25));
    const auto one = static_cast<unsigned __int128>(1) << 73;
    const unsigned half_ulp = results[i] <= 0.5f ? 1 : 2;
    ASSERT_LE((r - half_ulp) * (r - half_ulp) * x, one) << inputs[i];
    ASSERT_GE((r + half_ulp) * (r + half_ulp) * x, one) << inputs[i];
  }
}

/// In a*b + c written with _rn functions nothing is contracted: the sum sees the rounded product.
TEST(MathRounding, NoContraction) {
  const std::vector<float> a = {0x1.000002p0f}, c = {-0x1.000004p0f};
  EXPECT_EQ(on_device<float>(
                [] __device__(float x, float z) { return __fadd_rn(__fmul_rn(x, x), z); }, a, c)[0],
            0.0f);
}

template <class From, class To, class Function>
void expect_conversion(Function function, To (Rounded<To>::*round)() const) {
  const auto inputs = random_bits<From>(kCount, 6);
  const auto results = on_device<To>(function, inputs);
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto expected = (rounded<To>(static_cast<long double>(inputs[i])).*round)();
    ASSERT_TRUE(same(results[i], expected)) << inputs[i] << " to " << results[i];
  }
}
#define EXPECT_CONVERSIONS(From, To, name)                                                       \
  expect_conversion<From, To>([] __device__(From x) { return name##_rz(x); },                    \
                              &Rounded<To>::to_zero);                                            \
  expect_conversion<From, To>([] __device__(From x) { return name##_ru(x); }, &Rounded<To>::up); \
  expect_conversion<From, To>([] __device__(From x) { return name##_rd(x); }, &Rounded<To>::down)

TEST(MathRounding, IntegersToFloatingPoint) {
  EXPECT_CONVERSIONS(int, float, __int2float);
  EXPECT_CONVERSIONS(unsigned, float, __uint2float);
  EXPECT_CONVERSIONS(long long, float, __ll2float);
  EXPECT_CONVERSIONS(unsigned long long, float, __ull2float);
  EXPECT_CONVERSIONS(long long, double, __ll2double);
  EXPECT_CONVERSIONS(unsigned long long, double, __ull2double);
}

TEST(MathRounding, DoubleToFloat) {
  const std::vector<double> inputs = {1 + 0x1p-40, -1 - 0x1p-40, 1e300, -1e300, 1e-300, 1.5};
  const float inf = HUGE_VALF, max = std::numeric_limits<float>::max();
  const float after_one = std::nextafter(1.0f, 2.0f),
              tiny = std::numeric_limits<float>::denorm_min();
  expect_all(on_device<float>([] __device__(double x) { return __double2float_rn(x); }, inputs),
             {1, -1, inf, -inf, 0, 1.5});
  expect_all(on_device<float>([] __device__(double x) { return __double2float_rz(x); }, inputs),
             {1, -1, max, -max, 0, 1.5});
  expect_all(on_device<float>([] __device__(double x) { return __double2float_ru(x); }, inputs),
             {after_one, -1, inf, -max, tiny, 1.5});
  expect_all(on_device<float>([] __device__(double x) { return __double2float_rd(x); }, inputs),
             {1, -after_one, max, -inf, 0, 1.5});
}

}  // namespace
