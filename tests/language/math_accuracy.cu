// SPDX-License-Identifier: Apache-2.0
/// Every function stays within the maximum error, in units in the last place, that the CUDA
/// Programming Guide documents ("Mathematical Functions"). References are long double: the C
/// library's, or a formula where that is what the implementation itself calls.

#include <algorithm>
#include <cmath>

#include "on_device.h"

namespace {

constexpr std::size_t kCount = 4000;
using Real = long double;
constexpr Real kPi = 3.14159265358979323846264338327950288L;

/// Distance of `actual` from the exact `expected` in units of the spacing of T around `expected`.
template <class T>
Real error_in_ulps(T actual, Real expected) {
  const T rounded = static_cast<T>(expected);
  if (std::isnan(rounded) || std::isinf(rounded) || std::isinf(actual) || std::isnan(actual)) {
    return same(actual, rounded) ? 0 : std::numeric_limits<Real>::infinity();
  }
  int exponent;
  std::frexp(expected, &exponent);
  const int digits = std::numeric_limits<T>::digits;
  const int lowest = std::numeric_limits<T>::min_exponent;
  return std::fabs(actual - expected) / std::ldexp(Real{1}, std::max(exponent, lowest) - digits);
}

template <class T, class Function, class Reference>
void expect_accuracy(const char* name, Function function, Reference reference, Real bound, T low,
                     T high) {
  const auto x = random_between<T>(low, high, kCount, 1);
  const auto results = on_device<T>(function, x);
  Real worst = 0;
  T worst_at = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const Real error = error_in_ulps<T>(results[i], reference(static_cast<Real>(x[i])));
    if (error > worst) {
      worst = error;
      worst_at = x[i];
    }
  }
  // Documented bounds count from the correctly rounded result: half a unit more from the exact one.
  EXPECT_LE(worst, bound + 0.5L) << name << '(' << worst_at << ')';
}
template <class T, class Function, class Reference>
void expect_accuracy_2(const char* name, Function function, Reference reference, Real bound, T low,
                       T high) {
  const auto x = random_between<T>(low, high, kCount, 2),
             y = random_between<T>(low, high, kCount, 3);
  const auto results = on_device<T>(function, x, y);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_LE(
        error_in_ulps<T>(results[i], reference(static_cast<Real>(x[i]), static_cast<Real>(y[i]))),
        bound + 0.5L)
        << name << '(' << x[i] << ", " << y[i] << ')';
  }
}

#define EXPECT_FLOAT(call, reference, bound, low, high)                                         \
  expect_accuracy<float>(                                                                       \
      #call, [] __device__(float x) { return call; }, [](Real x) -> Real { return reference; }, \
      bound, low, high)
#define EXPECT_DOUBLE(call, reference, bound, low, high)                                         \
  expect_accuracy<double>(                                                                       \
      #call, [] __device__(double x) { return call; }, [](Real x) -> Real { return reference; }, \
      bound, low, high)
#define EXPECT_FLOAT_2(call, reference, bound, low, high)      \
  expect_accuracy_2<float>(                                    \
      #call, [] __device__(float x, float y) { return call; }, \
      [](Real x, Real y) -> Real { return reference; }, bound, low, high)
#define EXPECT_DOUBLE_2(call, reference, bound, low, high)       \
  expect_accuracy_2<double>(                                     \
      #call, [] __device__(double x, double y) { return call; }, \
      [](Real x, Real y) -> Real { return reference; }, bound, low, high)

/// The x in [low, high] at which the rising `function` is `value`, by bisection.
template <class Function>
Real inverse(Function function, Real value, Real low, Real high) {
  for (int i = 0; i < 120; ++i) {
    const Real middle = (low + high) / 2;
    (function(middle) < value ? low : high) = middle;
  }
  return (low + high) / 2;
}
Real reference_erfinv(Real x) {
  return inverse([](Real y) { return std::erf(y); }, x, -8, 8);
}
Real reference_erfcinv(Real x) {
  return inverse([](Real y) { return -std::erfc(y); }, -x, -8, 30);
}
Real normal_distribution(Real x) { return std::erfc(-x / std::sqrt(Real{2})) / 2; }
/// Laplace's continued fraction of erfcx, for x >= 3.
Real reference_erfcx(Real x) {
  Real tail = x;
  for (int k = 400; k >= 1; --k) tail = x + k / (2 * tail);
  return 1 / (tail * std::sqrt(kPi));
}

TEST(MathAccuracy, FloatTrigonometry) {
  EXPECT_FLOAT(sinf(x), std::sin(x), 2, -100, 100);
  EXPECT_FLOAT(sinf(x), std::sin(x), 2, -1e30f, 1e30f);
  EXPECT_FLOAT(cosf(x), std::cos(x), 2, -100, 100);
  EXPECT_FLOAT(tanf(x), std::tan(x), 4, -100, 100);
  EXPECT_FLOAT(asinf(x), std::asin(x), 2, -1, 1);
  EXPECT_FLOAT(acosf(x), std::acos(x), 2, -1, 1);
  EXPECT_FLOAT(atanf(x), std::atan(x), 2, -20, 20);
  EXPECT_FLOAT(sinpif(x), std::sin(kPi * std::remainder(x, 2.0L)), 1, -10, 10);
  EXPECT_FLOAT(cospif(x), std::cos(kPi * std::remainder(x, 2.0L)), 1, -10, 10);
  EXPECT_FLOAT_2(atan2f(x, y), std::atan2(x, y), 3, -10, 10);
}

TEST(MathAccuracy, FloatHyperbolic) {
  EXPECT_FLOAT(sinhf(x), std::sinh(x), 3, -80, 80);
  EXPECT_FLOAT(coshf(x), std::cosh(x), 2, -80, 80);
  EXPECT_FLOAT(tanhf(x), std::tanh(x), 2, -10, 10);
  EXPECT_FLOAT(tanhf(x), std::tanh(x), 2, -0.5, 0.5);
  EXPECT_FLOAT(asinhf(x), std::asinh(x), 3, -100, 100);
  EXPECT_FLOAT(acoshf(x), std::acosh(x), 4, 1, 100);
  EXPECT_FLOAT(atanhf(x), std::atanh(x), 3, -1, 1);
}

TEST(MathAccuracy, FloatExponentials) {
  EXPECT_FLOAT(expf(x), std::exp(x), 2, -87, 88);
  EXPECT_FLOAT(exp2f(x), std::exp2(x), 2, -126, 127);
  EXPECT_FLOAT(exp10f(x), std::pow(10.0L, x), 2, -37, 38);
  EXPECT_FLOAT(expm1f(x), std::expm1(x), 1, -2, 2);
  EXPECT_FLOAT(logf(x), std::log(x), 1, 0, 1e6);
  EXPECT_FLOAT(log2f(x), std::log2(x), 1, 0, 100);
  EXPECT_FLOAT(log10f(x), std::log10(x), 2, 0, 100);
  EXPECT_FLOAT(log1pf(x), std::log1p(x), 1, -1, 2);
  EXPECT_FLOAT_2(powf(x, y), std::pow(x, y), 4, 0, 20);
}

TEST(MathAccuracy, FloatRootsAndNorms) {
  EXPECT_FLOAT(sqrtf(x), std::sqrt(x), 0, 0, 1e6);
  EXPECT_FLOAT(rsqrtf(x), 1 / std::sqrt(x), 2, 0, 1e6);
  EXPECT_FLOAT(cbrtf(x), std::cbrt(x), 1, -1e6, 1e6);
  EXPECT_FLOAT(rcbrtf(x), 1 / std::cbrt(x), 1, -1e6, 1e6);
  EXPECT_FLOAT_2(hypotf(x, y), std::sqrt(x * x + y * y), 3, -10, 10);
  EXPECT_FLOAT_2(rhypotf(x, y), 1 / std::sqrt(x * x + y * y), 2, -10, 10);
  EXPECT_FLOAT_2(norm3df(x, y, 2), std::sqrt(x * x + y * y + 4), 3, -10, 10);
  EXPECT_FLOAT_2(rnorm3df(x, y, 2), 1 / std::sqrt(x * x + y * y + 4), 2, -10, 10);
  EXPECT_FLOAT_2(norm4df(x, y, 2, 3), std::sqrt(x * x + y * y + 13), 3, -10, 10);
  EXPECT_FLOAT_2(rnorm4df(x, y, 2, 3), 1 / std::sqrt(x * x + y * y + 13), 2, -10, 10);
  EXPECT_FLOAT_2(fmodf(x, y), std::fmod(x, y), 0, -100, 100);
  EXPECT_FLOAT_2(remainderf(x, y), std::remainder(x, y), 0, -100, 100);
}

TEST(MathAccuracy, FloatSpecial) {
  EXPECT_FLOAT(erff(x), std::erf(x), 2, -4, 4);
  EXPECT_FLOAT(erfcf(x), std::erfc(x), 4, -3, 9);
  EXPECT_FLOAT(erfinvf(x), reference_erfinv(x), 2, -1, 1);
  EXPECT_FLOAT(erfcinvf(x), reference_erfcinv(x), 4, 0, 2);
  EXPECT_FLOAT(erfcxf(x), reference_erfcx(x), 4, 3, 100);
  EXPECT_FLOAT(normcdff(x), normal_distribution(x), 5, -12, 5);
  EXPECT_FLOAT(normcdfinvf(x), -std::sqrt(2.0L) * reference_erfcinv(2 * x), 5, 0, 1);
  EXPECT_FLOAT(lgammaf(x), std::lgamma(x), 6, 0, 100);
  EXPECT_FLOAT(tgammaf(x), std::tgamma(x), 5, -5, 30);
  EXPECT_FLOAT(j0f(x), j0l(x), 9, -8, 8);
  EXPECT_FLOAT(j1f(x), j1l(x), 9, -8, 8);
  EXPECT_FLOAT(y0f(x), y0l(x), 9, 0, 8);
  EXPECT_FLOAT(y1f(x), y1l(x), 9, 0, 8);
  EXPECT_FLOAT(cyl_bessel_i0f(x), std::cyl_bessel_i(0.0L, std::fabs(x)), 6, -50, 50);
  EXPECT_FLOAT(cyl_bessel_i1f(x), std::cyl_bessel_i(1.0L, x), 6, 0, 50);
}

TEST(MathAccuracy, DoubleTrigonometry) {
  EXPECT_DOUBLE(sin(x), std::sin(x), 2, -1e6, 1e6);
  EXPECT_DOUBLE(cos(x), std::cos(x), 2, -1e6, 1e6);
  EXPECT_DOUBLE(tan(x), std::tan(x), 2, -100, 100);
  EXPECT_DOUBLE(asin(x), std::asin(x), 2, -1, 1);
  EXPECT_DOUBLE(acos(x), std::acos(x), 2, -1, 1);
  EXPECT_DOUBLE(atan(x), std::atan(x), 2, -20, 20);
  EXPECT_DOUBLE(sinpi(x), std::sin(kPi * std::remainder(x, 2.0L)), 2, -0.5, 0.5);
  EXPECT_DOUBLE(cospi(x), std::sin(kPi * (0.5L - std::fabs(std::remainder(x, 2.0L)))), 2, -10, 10);
  EXPECT_DOUBLE_2(atan2(x, y), std::atan2(x, y), 2, -10, 10);
}

TEST(MathAccuracy, DoubleHyperbolic) {
  EXPECT_DOUBLE(sinh(x), std::sinh(x), 2, -700, 700);
  EXPECT_DOUBLE(cosh(x), (std::exp(x) + std::exp(-x)) / 2, 1, -700, 700);
  EXPECT_DOUBLE(tanh(x), std::expm1(2 * x) / (std::expm1(2 * x) + 2), 1, -3, 3);
  EXPECT_DOUBLE(asinh(x), std::asinh(x), 3, -100, 100);
  EXPECT_DOUBLE(acosh(x), std::acosh(x), 3, 1, 100);
  EXPECT_DOUBLE(atanh(x), std::atanh(x), 2, -1, 1);
}

TEST(MathAccuracy, DoubleExponentials) {
  EXPECT_DOUBLE(exp(x), std::exp(x), 1, -700, 700);
  EXPECT_DOUBLE(exp2(x), std::exp2(x), 1, -1000, 1000);
  EXPECT_DOUBLE(exp10(x), std::pow(10.0L, x), 1, -300, 300);
  EXPECT_DOUBLE(expm1(x), std::expm1(x), 1, -2, 2);
  EXPECT_DOUBLE(log(x), std::log(x), 1, 0, 1e6);
  EXPECT_DOUBLE(log2(x), std::log2(x), 1, 0, 100);
  EXPECT_DOUBLE(log10(x), std::log(x) / std::log(10.0L), 1, 0, 100);
  EXPECT_DOUBLE(log1p(x), std::log1p(x), 1, -1, 2);
  EXPECT_DOUBLE_2(pow(x, y), std::pow(x, y), 2, 0, 100);
}

TEST(MathAccuracy, DoubleRootsAndNorms) {
  EXPECT_DOUBLE(sqrt(x), std::sqrt(x), 0, 0, 1e6);
  EXPECT_DOUBLE(rsqrt(x), 1 / std::sqrt(x), 1, 0, 1e6);
  EXPECT_DOUBLE(cbrt(x), std::pow(x, 1 / 3.0L), 1, 0, 1e6);
  EXPECT_DOUBLE(rcbrt(x), std::pow(x, -1 / 3.0L), 1, 0, 1e6);
  EXPECT_DOUBLE_2(hypot(x, y), std::sqrt(x * x + y * y), 2, -10, 10);
  EXPECT_DOUBLE_2(rhypot(x, y), 1 / std::sqrt(x * x + y * y), 1, -10, 10);
  EXPECT_DOUBLE_2(norm3d(x, y, 2), std::sqrt(x * x + y * y + 4), 2, -10, 10);
  EXPECT_DOUBLE_2(rnorm3d(x, y, 2), 1 / std::sqrt(x * x + y * y + 4), 1, -10, 10);
  EXPECT_DOUBLE_2(norm4d(x, y, 2, 3), std::sqrt(x * x + y * y + 13), 2, -10, 10);
  EXPECT_DOUBLE_2(rnorm4d(x, y, 2, 3), 1 / std::sqrt(x * x + y * y + 13), 1, -10, 10);
  EXPECT_DOUBLE_2(fmod(x, y), std::fmod(x, y), 0, -100, 100);
  EXPECT_DOUBLE_2(remainder(x, y), std::remainder(x, y), 0, -100, 100);
}

TEST(MathAccuracy, DoubleSpecial) {
  EXPECT_DOUBLE(erf(x), std::erf(x), 2, -6, 6);
  EXPECT_DOUBLE(erfc(x), std::erfc(x), 5, -6, 26);
  EXPECT_DOUBLE(erfinv(x), reference_erfinv(x), 5, -1, 1);
  EXPECT_DOUBLE(erfcinv(x), reference_erfcinv(x), 6, 0, 0.5);
  EXPECT_DOUBLE(erfcinv(x), reference_erfcinv(x), 6, 0, 1e-300);
  EXPECT_DOUBLE(erfcx(x), reference_erfcx(x), 4, 3, 100);
  EXPECT_DOUBLE(normcdf(x), normal_distribution(x), 5, -37, 8);
  EXPECT_DOUBLE(normcdfinv(x), -std::sqrt(2.0L) * reference_erfcinv(2 * x), 8, 0, 0.25);
  EXPECT_DOUBLE(lgamma(x), std::lgamma(x), 4, 0, 100);
  EXPECT_DOUBLE(tgamma(x), std::tgamma(x), 10, -5, 160);
  EXPECT_DOUBLE(cyl_bessel_i0(x), std::cyl_bessel_i(0.0L, std::fabs(x)), 6, -700, 700);
  EXPECT_DOUBLE(cyl_bessel_i1(x), std::cyl_bessel_i(1.0L, x), 6, 0, 700);
}

/// Bessel's own integral of J_n (DLMF 10.9.2), by the trapezoidal rule, which converges
/// exponentially.
Real bessel_j(int n, Real x) {
  constexpr int kSteps = 200;
  Real sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const Real angle = 2 * kPi * i / kSteps;
    sum += std::cos(n * angle - x * std::sin(angle));
  }
  return sum / kSteps;
}

/// Documented as an absolute error beyond |x| = 8; held to it everywhere.
TEST(MathAccuracy, BesselFunctions) {
  const auto x = random_between<double>(-60, 60, kCount, 4);
  const auto j0_results = on_device<double>([] __device__(double v) { return j0(v); }, x);
  const auto j1_results = on_device<double>([] __device__(double v) { return j1(v); }, x);
  const auto jn_results = on_device<double>([] __device__(double v) { return jn(7, v); }, x);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_NEAR(j0_results[i], static_cast<double>(bessel_j(0, x[i])), 1e-15);
    ASSERT_NEAR(j1_results[i], static_cast<double>(bessel_j(1, x[i])), 1e-15);
    ASSERT_NEAR(jn_results[i], static_cast<double>(bessel_j(7, x[i])), 5e-12);
  }
  // The Wronskian ties the functions of the second kind to those of the first (DLMF 10.5.2).
  const auto positive = random_between<double>(0.1, 60, kCount, 5);
  const auto wronskian = on_device<double>(
      [] __device__(double v) {
        return (j1(v) * y0(v) - j0(v) * y1(v)) * v +
               (jn(3, v) * yn(2, v) - jn(2, v) * yn(3, v)) * v;
      },
      positive);
  for (const double w : wronskian) ASSERT_NEAR(w, static_cast<double>(4 / kPi), 1e-10);
}

/// Bounds of the fast functions, where they are documented in units in the last place or as
/// absolute errors.
TEST(MathAccuracy, FastFunctions) {
  const auto absolute = [](const char* name, auto results, auto x, auto reference, double bound) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_NEAR(results[i], static_cast<double>(reference(static_cast<Real>(x[i]))), bound)
          << name;
    }
  };
  const auto angles = random_between<float>(-3.14f, 3.14f, kCount, 6);
  absolute(
      "__sinf", on_device<float>([] __device__(float x) { return __sinf(x); }, angles), angles,
      [](Real x) { return std::sin(x); }, 0x1p-21);
  absolute(
      "__cosf", on_device<float>([] __device__(float x) { return __cosf(x); }, angles), angles,
      [](Real x) { return std::cos(x); }, 0x1p-21);
  EXPECT_FLOAT(__expf(x), std::exp(x), 2, -87, 88);
  EXPECT_FLOAT(__exp10f(x), std::pow(10.0L, x), 2, -37, 38);
  EXPECT_FLOAT(__logf(x), std::log(x), 2, 2, 100);
  EXPECT_FLOAT(__log2f(x), std::log2(x), 2, 2, 100);
  EXPECT_FLOAT(__log10f(x), std::log10(x), 2, 2, 100);
  EXPECT_FLOAT_2(__fdividef(x, y), x / y, 2, 1, 1000);
  EXPECT_FLOAT_2(fdivide(x, y), x / y, 0, 1, 1000);
}

}  // namespace
