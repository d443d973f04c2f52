// SPDX-License-Identifier: Apache-2.0
/// cuComplex.h against std::complex, on the host and on the device.

#include <cuComplex.h>

#include <complex>

#include "on_device.h"

namespace {

__host__ __device__ double2 combined(double2 a, double2 b) {
  const cuDoubleComplex sum = cuCadd(cuCmul(a, b), cuCdiv(a, b));
  return cuCfma(a, cuConj(b), cuCsub(sum, make_cuDoubleComplex(cuCabs(a), cuCimag(b))));
}
__host__ __device__ float2 combined(float2 a, float2 b) {
  const cuComplex sum = cuCaddf(cuCmulf(a, b), cuCdivf(a, b));
  return cuCfmaf(a, cuConjf(b), cuCsubf(sum, make_cuComplex(cuCabsf(a), cuCimagf(b))));
}
template <class T>
std::complex<T> reference(std::complex<T> a, std::complex<T> b) {
  return a * std::conj(b) + (a * b + a / b - std::complex<T>(std::abs(a), b.imag()));
}

template <class T, class Vector>
void expect_close(const std::vector<Vector>& actual, std::complex<T> expected, double tolerance) {
  EXPECT_NEAR(actual[0].x, expected.real(), tolerance);
  EXPECT_NEAR(actual[0].y, expected.imag(), tolerance);
}

TEST(Complex, Arithmetic) {
  const double2 a = make_double2(1.5, -2.25), b = make_double2(-0.75, 3);
  const auto expected = reference<double>({a.x, a.y}, {b.x, b.y});
  expect_close(std::vector<double2>{combined(a, b)}, expected, 1e-14);
  expect_close(on_device<double2>([] __device__(double2 x, double2 y) { return combined(x, y); },
                                  std::vector<double2>{a}, std::vector<double2>{b}),
               expected, 1e-14);
  expect_close(on_device<float2>(
                   [] __device__(double2 x, double2 y) {
                     return combined(cuComplexDoubleToFloat(x), cuComplexDoubleToFloat(y));
                   },
                   std::vector<double2>{a}, std::vector<double2>{b}),
               expected, 1e-5);
}

TEST(Complex, DivisionDoesNotOverflow) {
  const cuDoubleComplex huge = make_cuDoubleComplex(1e300, 1e300);
  EXPECT_DOUBLE_EQ(cuCreal(cuCdiv(huge, huge)), 1);
  EXPECT_DOUBLE_EQ(cuCabs(huge) / 1e300, std::sqrt(2.0));
}

}  // namespace
