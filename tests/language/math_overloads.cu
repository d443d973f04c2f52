// SPDX-License-Identifier: Apache-2.0
/// The names under which device code finds a function: by type suffix, by overload, in namespace
/// std; the types of mixed arguments; special values; and what CUDA adds for host code.

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <type_traits>

#include "on_device.h"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <class Function>
double value_of(Function function, double x = 0) {
  return on_device<double>(function, std::vector<double>{x})[0];
}

template <class T>
__host__ __device__ double sum_of_names(T x) {
  return std::sin(x) - sin(x) + std::cos(x) - cos(x) + std::exp(x) - exp(x) + std::abs(x) -
         fabs(x) + std::sqrt(x) - sqrt(x) + std::floor(x) - floor(x) + std::pow(x, x) - pow(x, x) +
         std::fma(x, x, x) - fma(x, x, x) + std::fmax(x, x) - max(x, x) + std::tanh(x) - tanh(x) +
         std::lgamma(x) - lgamma(x) + std::hypot(x, x) - hypot(x, x) + std::cbrt(x) - cbrt(x);
}

TEST(MathOverloads, StandardAndGlobalNamesAreTheSameFunctions) {
  EXPECT_EQ(value_of([] __device__(double x) { return sum_of_names(x); }, 1.5), 0);
  EXPECT_EQ(value_of([] __device__(double x) { return sum_of_names(static_cast<float>(x)); }, 1.5),
            0);
  EXPECT_EQ(sum_of_names(1.5), 0);
  EXPECT_EQ(sum_of_names(1.5f), 0);
}

TEST(MathOverloads, FloatArgumentsGiveFloat) {
  EXPECT_EQ(
      value_of([] __device__(double x) {
        const float f = static_cast<float>(x);
        return std::is_same_v<decltype(sin(f)), float> +
               std::is_same_v<decltype(std::exp(f)), float> +
               std::is_same_v<decltype(abs(f)), float> + std::is_same_v<decltype(rsqrt(f)), float> +
               std::is_same_v<decltype(pow(f, f)), float> +
               std::is_same_v<decltype(pow(f, 2)), double> +
               std::is_same_v<decltype(sqrt(2)), double> + std::is_same_v<decltype(abs(2)), int> +
               std::is_same_v<decltype(abs(2ll)), long long> +
               std::is_same_v<decltype(max(2, 2u)), unsigned> +
               std::is_same_v<decltype(min(f, 2.0)), double>;
      }),
      11);
}

TEST(MathOverloads, MinimumMaximumAbsolute) {
  EXPECT_EQ(value_of([] __device__(double) { return min(-1, 2) + max(-1, 2); }), 1);
  EXPECT_EQ(value_of([] __device__(double) { return max(-1, 2u); }), 4294967295.0);
  EXPECT_EQ(value_of([] __device__(double) { return min(1ul << 40, 1ul << 41); }), 0x1p40);
  EXPECT_EQ(value_of([] __device__(double) { return min(-1ll, 3ull); }), 3);
  EXPECT_EQ(value_of([] __device__(double) { return umax(3u, 4u) + llmin(-5ll, 2ll); }), -1);
  EXPECT_EQ(value_of([] __device__(double x) { return min(x, 1.0); }, kNaN), 1);
  EXPECT_EQ(value_of([] __device__(double x) { return max(1.0f, x); }, kNaN), 1);
  EXPECT_EQ(value_of([] __device__(double x) { return fmin(x, 1.0) + fmaxf(x, 2.0f); }, kNaN), 3);
  EXPECT_EQ(value_of([] __device__(double) {
              return abs(-3) + std::abs(-4l) + abs(-5ll) + labs(-6) + llabs(-7) + abs(-0.5f) +
                     std::abs(-0.25) + std::max(1, 2) + std::min(3.0f, 4.0f);
            }),
            3 + 4 + 5 + 6 + 7 + 0.75 + 5);
  EXPECT_EQ(max(3, 4u), 4u);
  EXPECT_EQ(min(1.5f, 1.25), 1.25);
}

TEST(MathOverloads, Classification) {
  const auto classes = [] __device__(double x) {
    const float f = static_cast<float>(x);
    return isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * std::isnan(f) + 16 * std::isinf(f) +
           32 * isfinite(f) + 64 * (signbit(x) != 0);
  };
  EXPECT_EQ(value_of(classes, 1), 4 + 32);
  EXPECT_EQ(value_of(classes, -kInfinity), 2 + 16 + 64);
  EXPECT_EQ(value_of(classes, kNaN), 1 + 8);
  EXPECT_EQ(value_of(classes, -0.0), 4 + 32 + 64);
}

TEST(MathOverloads, ResultsThroughPointers) {
  EXPECT_EQ(value_of(
                [] __device__(double x) {
                  int exponent, quotient;
                  double whole;
                  float whole_float;
                  const double fraction = frexp(x, &exponent);
                  return ldexp(fraction, exponent) + modf(x, &whole) + whole +
                         modff(2.5f, &whole_float) + whole_float + remquo(x, 3.0, &quotient) +
                         3 * quotient;
                },
                10.25),
            10.25 + 10.25 + 2.5 + 10.25);
  EXPECT_NEAR(value_of(
                  [] __device__(double x) {
                    double sine, cosine;
                    float sine_float, cosine_float;
                    sincos(x, &sine, &cosine);
                    sincosf(x, &sine_float, &cosine_float);
                    double result = sine * sine + cosine * cosine;
                    result += sine_float * sine_float + cosine_float * cosine_float;
                    sincospi(x, &sine, &cosine);
                    result += sine * sine + cosine * cosine;
                    __sincosf(x, &sine_float, &cosine_float);
                    return result + sine_float * sine_float + cosine_float * cosine_float;
                  },
                  0.7),
              4, 1e-6);
}

TEST(MathOverloads, Rounding) {
  EXPECT_EQ(value_of(
                [] __device__(double x) {
                  return floor(x) + 10 * ceil(x) + 100 * trunc(x) + 1000 * round(x) +
                         10000 * rint(x);
                },
                -2.5),
            -3 - 20 - 200 - 3000 - 20000);
  EXPECT_EQ(value_of(
                [] __device__(double x) {
                  return lrint(x) + 10 * llround(x) + 100 * lroundf(x) + 1000 * nearbyintf(x) +
                         10000 * ilogb(x) + logb(x);
                },
                2.5),
            2 + 30 + 300 + 2000 + 10000 + 1);
}

/// Values that the CUDA Math API lists for each function.
TEST(MathOverloads, SpecialValues) {
  const auto zero = [](double x) { return x == 0 && !std::signbit(x); };
  EXPECT_TRUE(zero(value_of([] __device__(double) { return cospi(0.5) + cospi(-2.5); })));
  EXPECT_TRUE(std::signbit(value_of([] __device__(double) { return sinpi(-0.0); })));
  EXPECT_TRUE(std::isnan(value_of([] __device__(double x) { return sinpi(x); }, kInfinity)));
  EXPECT_EQ(value_of([] __device__(double) { return erfinv(1.0) - erfcinv(2.0); }), kInfinity);
  EXPECT_TRUE(std::isnan(value_of([] __device__(double) { return erfinv(1.5); })));
  EXPECT_EQ(value_of([] __device__(double) { return normcdfinv(0.0); }), -kInfinity);
  EXPECT_EQ(value_of([] __device__(double) { return normcdf(0.0) + normcdfinv(0.5); }), 0.5);
  EXPECT_EQ(value_of([] __device__(double x) { return normcdf(x) + normcdf(-x); }, kInfinity), 1);
  EXPECT_TRUE(zero(value_of([] __device__(double x) { return erfcx(x); }, kInfinity)));
  EXPECT_EQ(value_of([] __device__(double x) { return erfcx(-x); }, 30), kInfinity);
  EXPECT_EQ(value_of([] __device__(double x) { return cyl_bessel_i0(x); }, 1000), kInfinity);
  EXPECT_EQ(value_of([] __device__(double x) { return rsqrt(x); }, 0), kInfinity);
  EXPECT_EQ(value_of([] __device__(double x) { return norm3d(x, NAN, 1.0); }, kInfinity),
            kInfinity);
  EXPECT_TRUE(zero(value_of([] __device__(double x) { return rnorm3d(x, NAN, 1.0); }, kInfinity)));
  EXPECT_EQ(value_of([] __device__(double x) { return norm3d(x, x, 0.0) / sqrt(2.0); }, 1e300),
            1e300);
  EXPECT_TRUE(std::isnan(value_of([] __device__(double x) { return jn(-1, x); }, 1)));
  EXPECT_TRUE(std::isnan(value_of([] __device__(double) { return nan("") + nanf(""); })));
}

TEST(MathOverloads, NormsOfArrays) {
  EXPECT_NEAR(value_of(
                  [] __device__(double x) {
                    const double v[] = {x, 2, 4, 10};
                    const float f[] = {2, 3, 6};
                    return norm(4, v) + rnorm(4, v) + normf(3, f) + rnormf(3, f);
                  },
                  1),
              11 + 1 / 11.0 + 7 + 1 / 7.0, 1e-6);
}

TEST(MathOverloads, FastFunctionsKeepTheirDomains) {
  EXPECT_EQ(value_of([] __device__(double x) { return __saturatef(x); }, 7), 1);
  EXPECT_EQ(value_of([] __device__(double x) { return __saturatef(x); }, -7), 0);
  EXPECT_EQ(value_of([] __device__(double x) { return __saturatef(x); }, kNaN), 0);
  EXPECT_EQ(value_of([] __device__(double x) { return __fdividef(1e30f, x); }, 0x1p127), 0);
  EXPECT_EQ(value_of([] __device__(double x) { return __powf(x, 3); }, 2), 8);
  EXPECT_TRUE(std::isnan(value_of([] __device__(double x) { return __powf(x, 2); }, -2)));
}

TEST(MathOverloads, HostCodeHasTheAdditions) {
  EXPECT_FLOAT_EQ(rsqrtf(4), 0.5f);
  EXPECT_EQ(rsqrt(4.0), 0.5);
  EXPECT_EQ(sinpi(0.5), 1);
  EXPECT_EQ(cospif(1), -1);
  EXPECT_EQ(normcdf(0.0), 0.5);
  EXPECT_EQ(exp10(2.0f), 100);
  EXPECT_EQ(norm3df(2, 3, 6), 7);
  double sine, cosine;
  sincospi(0.5, &sine, &cosine);
  EXPECT_EQ(sine + cosine, 1);
}

}  // namespace
