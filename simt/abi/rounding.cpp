// SPDX-License-Identifier: Apache-2.0
/// Arithmetic and conversions in the rounding modes that compiled code does not use: the
/// processor's own, in the mode asked for. Declared to kernels in
/// runtime/include/simt/math/library.h.

#include <cfenv>
#include <cmath>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace {

/// Rounds in `mode`, one of <cfenv>, while it lives.
class RoundingMode {
 public:
#if defined(__SSE2__)
  // Only the register of SSE matters; std::fesetround changes that of the x87 too, which is slow.
  explicit RoundingMode(unsigned mode) : previous_(_mm_getcsr()) {
    _mm_setcsr((previous_ & ~unsigned{_MM_ROUND_MASK}) | mode << 3);
  }
  ~RoundingMode() { _mm_setcsr(previous_); }
#else
  explicit RoundingMode(int mode) : previous_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(previous_); }
#endif
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
#if defined(__SSE2__)
  unsigned previous_;
#else
  int previous_;
#endif
};

/// A copy of which the compiler knows nothing, made where it is asked for: an operation on it stays
/// between the two changes of mode.
template <class T>
T opaque(T x) {
  const volatile T copy = x;
  return copy;
}

template <class Result, class Operation, class... Operands>
Result round(int mode, Operation operation, Operands... operands) {
  const RoundingMode rounding(mode);
  return opaque<Result>(operation(opaque(operands)...));
}

constexpr auto sum = [](auto x, auto y) { return x + y; };
constexpr auto difference = [](auto x, auto y) { return x - y; };
constexpr auto product = [](auto x, auto y) { return x * y; };
constexpr auto quotient = [](auto x, auto y) { return x / y; };
constexpr auto square_root = [](auto x) { return std::sqrt(x); };
constexpr auto fused_multiply_add = [](auto x, auto y, auto z) { return std::fma(x, y, z); };
constexpr auto to_float = [](auto x) { return static_cast<float>(x); };
constexpr auto to_double = [](auto x) { return static_cast<double>(x); };

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

#define IN_EACH_MODE(define) define(rz, FE_TOWARDZERO) define(ru, FE_UPWARD) define(rd, FE_DOWNWARD)

#define DEFINE_ARITHMETIC(suffix, mode)                                                           \
  float simt_fadd_##suffix(float x, float y) { return round<float>(mode, sum, x, y); }            \
  float simt_fsub_##suffix(float x, float y) { return round<float>(mode, difference, x, y); }     \
  float simt_fmul_##suffix(float x, float y) { return round<float>(mode, product, x, y); }        \
  float simt_fdiv_##suffix(float x, float y) { return round<float>(mode, quotient, x, y); }       \
  float simt_fsqrt_##suffix(float x) { return round<float>(mode, square_root, x); }               \
  float simt_ffma_##suffix(float x, float y, float z) {                                           \
    return round<float>(mode, fused_multiply_add, x, y, z);                                       \
  }                                                                                               \
  double simt_dadd_##suffix(double x, double y) { return round<double>(mode, sum, x, y); }        \
  double simt_dsub_##suffix(double x, double y) { return round<double>(mode, difference, x, y); } \
  double simt_dmul_##suffix(double x, double y) { return round<double>(mode, product, x, y); }    \
  double simt_ddiv_##suffix(double x, double y) { return round<double>(mode, quotient, x, y); }   \
  double simt_dsqrt_##suffix(double x) { return round<double>(mode, square_root, x); }            \
  double simt_dfma_##suffix(double x, double y, double z) {                                       \
    return round<double>(mode, fused_multiply_add, x, y, z);                                      \
  }
IN_EACH_MODE(DEFINE_ARITHMETIC)

#define DEFINE_CONVERSIONS(suffix, mode)                                                          \
  float simt_double2float_##suffix(double x) { return round<float>(mode, to_float, x); }          \
  float simt_ll2float_##suffix(long long x) { return round<float>(mode, to_float, x); }           \
  float simt_ull2float_##suffix(unsigned long long x) { return round<float>(mode, to_float, x); } \
  double simt_ll2double_##suffix(long long x) { return round<double>(mode, to_double, x); }       \
  double simt_ull2double_##suffix(unsigned long long x) {                                         \
    return round<double>(mode, to_double, x);                                                     \
  }
IN_EACH_MODE(DEFINE_CONVERSIONS)

/// The 64-bit significand of long double leaves no float whose result is rounded twice; the test
/// runs over all of them.
float simt_frsqrt_rn(float x) {
  return static_cast<float>(1 / std::sqrt(static_cast<long double>(x)));
}
}
#pragma GCC visibility pop
