// SPDX-License-Identifier: Apache-2.0
/// Mathematical functions that the C library lacks, or has with larger errors than the CUDA
/// Programming Guide ("Mathematical Functions", tables of maximum errors) allows. They compute in
/// long double and round once. Declared to kernels in runtime/include/simt/math/library.h.

#include <cmath>
#include <limits>
#include <numbers>

namespace {

using Real = long double;
using std::numbers::inv_sqrtpi_v;
using std::numbers::pi_v;
using std::numbers::sqrt2_v;

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();

/// Solves erf(y) = x, or erfc(y) = x where `complement`, by Halley's method from the guess `y`.
/// The second derivative of both is -2y times the first.
Real solve_error_function(Real x, Real y, bool complement) {
  for (int i = 0; i < 4; ++i) {
    const Real slope = 2 * inv_sqrtpi_v<Real> * std::exp(-y * y);
    const Real newton = complement ? (x - std::erfc(y)) / slope : (std::erf(y) - x) / slope;
    y -= newton / (1 + y * newton);
  }
  return y;
}

/// Winitzki's approximation of erfinv, from log(1 - x^2) (S. Winitzki, "A handy approximation for
/// the error function and its inverse", 2008). Relative error below 0.4 %.
Real guess_erfinv(Real log_of_complement) {
  constexpr Real a = 0.147L;
  const Real b = 2 / (pi_v<Real> * a) + log_of_complement / 2;
  return std::sqrt(std::sqrt(b * b - log_of_complement / a) - b);
}

Real erfcinv(Real x);

Real erfinv(Real x) {
  const Real magnitude = std::fabs(x);
  if (!(magnitude <= 1)) return kNaN;
  if (magnitude == 0) return x;
  if (magnitude > 0.5L) return std::copysign(erfcinv(1 - magnitude), x);
  const Real guess = guess_erfinv(std::log1p(-x * x));
  return solve_error_function(x, std::copysign(guess, x), false);
}

Real erfcinv(Real x) {
  if (!(x >= 0 && x <= 2)) return kNaN;
  if (x > 1.5L) return -erfcinv(2 - x);
  if (x >= 0.5L) return erfinv(1 - x);
  if (x == 0) return kInfinity;
  return solve_error_function(x, guess_erfinv(std::log(x) + std::log(2 - x)), true);
}

/// exp(x^2) erfc(x); from 12 on by its asymptotic series, DLMF 7.12.1.
Real erfcx(Real x) {
  if (!(x >= 12)) return std::exp(x * x) * std::erfc(x);
  Real term = inv_sqrtpi_v<Real> / x;
  Real sum = term;
  for (int k = 1; k <= 30; ++k) {
    term *= -(2 * k - 1) / (2 * x * x);
    sum += term;
  }
  return sum;
}

/// The modified Bessel function of the first kind for x >= 0: its power series (DLMF 10.25.2),
/// whose terms are positive, and for large x its asymptotic series (DLMF 10.40.1).
Real modified_bessel(int order, Real x) {
  if (x < 40) {
    Real term = order == 0 ? 1 : x / 2;
    Real sum = term;
    for (int k = 1; term > sum * std::numeric_limits<Real>::epsilon() / 4; ++k) {
      term *= (x / 2) * (x / 2) / (static_cast<Real>(k) * (k + order));
      sum += term;
    }
    return sum;
  }
  if (x == kInfinity) return x;
  Real term = 1;
  Real sum = term;
  for (int k = 1; k <= 40; ++k) {
    term *= -static_cast<Real>(4 * order * order - (2 * k - 1) * (2 * k - 1)) / (8 * k * x);
    sum += term;
  }
  return std::exp(x) / std::sqrt(2 * pi_v<Real> * x) * sum;
}

struct SineAndCosine {
  Real sine, cosine;
};

/// Of pi x. The reduction to |t| <= 1/4 is exact.
SineAndCosine sine_and_cosine_of_pi_times(double x) {
  if (!std::isfinite(x)) return {kNaN, kNaN};
  const double period = std::remainder(x, 2.0);
  const int quadrant = static_cast<int>(std::nearbyint(2 * period));
  const Real t = static_cast<Real>(period) - quadrant * 0.5L;
  const Real sine = std::sin(pi_v<Real> * t), cosine = std::cos(pi_v<Real> * t);
  switch (quadrant & 3) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

/// Neither overflows nor underflows: long double has four more bits of exponent than double.
template <class... Components>
Real length(Components... components) {
  if ((std::isinf(components) || ...)) return kInfinity;
  return std::sqrt(((static_cast<Real>(components) * components) + ...));
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

double simt_cosh(double x) { return static_cast<double>(coshl(x)); }
double simt_tanh(double x) { return static_cast<double>(tanhl(x)); }
double simt_log10(double x) { return static_cast<double>(log10l(x)); }
double simt_cbrt(double x) { return static_cast<double>(cbrtl(x)); }
double simt_erfc(double x) { return static_cast<double>(erfcl(x)); }
double simt_tgamma(double x) { return static_cast<double>(tgammal(x)); }
double simt_lgamma(double x) {
  int sign;
  return static_cast<double>(lgammal_r(x, &sign));
}
double simt_j0(double x) { return static_cast<double>(j0l(x)); }
double simt_j1(double x) { return static_cast<double>(j1l(x)); }
double simt_y0(double x) { return static_cast<double>(y0l(x)); }
double simt_y1(double x) { return static_cast<double>(y1l(x)); }
// CUDA defines negative orders as NaN.
double simt_jn(int n, double x) { return static_cast<double>(n < 0 ? kNaN : jnl(n, x)); }
double simt_yn(int n, double x) { return static_cast<double>(n < 0 ? kNaN : ynl(n, x)); }

double simt_exp10(double x) { return static_cast<double>(exp10l(x)); }
double simt_rsqrt(double x) { return static_cast<double>(1 / sqrtl(x)); }
double simt_rcbrt(double x) { return static_cast<double>(1 / cbrtl(x)); }
double simt_erfinv(double x) { return static_cast<double>(erfinv(x)); }
double simt_erfcinv(double x) { return static_cast<double>(erfcinv(x)); }
double simt_erfcx(double x) { return static_cast<double>(erfcx(x)); }
double simt_normcdf(double x) { return static_cast<double>(erfcl(-x / sqrt2_v<Real>) / 2); }
double simt_normcdfinv(double x) {
  return static_cast<double>(-sqrt2_v<Real> * erfcinv(2 * static_cast<Real>(x)));
}
double simt_cyl_bessel_i0(double x) {
  return static_cast<double>(modified_bessel(0, std::fabs(x)));
}
double simt_cyl_bessel_i1(double x) {
  return static_cast<double>(std::copysign(modified_bessel(1, std::fabs(x)), x));
}

/// Of an integer: zero of the sign of x.
double simt_sinpi(double x) {
  const Real sine = sine_and_cosine_of_pi_times(x).sine;
  return static_cast<double>(sine == 0 ? std::copysign(sine, x) : sine);
}
/// Of half an integer: +0.
double simt_cospi(double x) {
  const Real cosine = sine_and_cosine_of_pi_times(x).cosine;
  return static_cast<double>(cosine == 0 ? 0 : cosine);
}

double simt_norm2(double x, double y) { return static_cast<double>(length(x, y)); }
double simt_norm3(double x, double y, double z) { return static_cast<double>(length(x, y, z)); }
double simt_norm4(double x, double y, double z, double w) {
  return static_cast<double>(length(x, y, z, w));
}
double simt_rnorm2(double x, double y) { return static_cast<double>(1 / length(x, y)); }
double simt_rnorm3(double x, double y, double z) {
  return static_cast<double>(1 / length(x, y, z));
}
double simt_rnorm4(double x, double y, double z, double w) {
  return static_cast<double>(1 / length(x, y, z, w));
}
}
#pragma GCC visibility pop
