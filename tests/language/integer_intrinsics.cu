// SPDX-License-Identifier: Apache-2.0
/// Integer intrinsics against bit-by-bit and 128-bit references.

#include <algorithm>

#include "on_device.h"

namespace {

constexpr std::size_t kCount = 4000;

/// Random words of all magnitudes, and the extremes.
template <class T>
std::vector<T> words(unsigned seed) {
  auto values = random_bits<T>(kCount, seed);
  for (std::size_t i = 0; i < kCount; i += 2) values[i] = values[i] >> (i % (8 * sizeof(T)));
  const T extremes[] = {0, 1, static_cast<T>(-1), std::numeric_limits<T>::min(),
                        std::numeric_limits<T>::max()};
  for (std::size_t i = 0; i < 25; ++i)
    values[i] = seed % 2 == 0 ? extremes[i % 5] : extremes[i / 5];
  return values;
}

#define EXPECT_1(T, R, call, reference)                                         \
  do {                                                                          \
    const auto xs = words<T>(1);                                                \
    const auto results = on_device<R>([] __device__(T x) { return call; }, xs); \
    for (std::size_t i = 0; i < kCount; ++i) {                                  \
      const T x = xs[i];                                                        \
      ASSERT_EQ(results[i], static_cast<R>(reference)) << #call ", x = " << x;  \
    }                                                                           \
  } while (false)
#define EXPECT_2(T, R, call, reference)                                                  \
  do {                                                                                   \
    const auto xs = words<T>(1), ys = words<T>(2);                                       \
    const auto results = on_device<R>([] __device__(T x, T y) { return call; }, xs, ys); \
    for (std::size_t i = 0; i < kCount; ++i) {                                           \
      const T x = xs[i], y = ys[i];                                                      \
      ASSERT_EQ(results[i], static_cast<R>(reference)) << #call ", " << x << ", " << y;  \
    }                                                                                    \
  } while (false)
#define EXPECT_3(T, R, call, reference)                                                           \
  do {                                                                                            \
    const auto xs = words<T>(1), ys = words<T>(2), zs = words<T>(4);                              \
    const auto results = on_device<R>([] __device__(T x, T y, T z) { return call; }, xs, ys, zs); \
    for (std::size_t i = 0; i < kCount; ++i) {                                                    \
      const T x = xs[i], y = ys[i], z = zs[i];                                                    \
      ASSERT_EQ(results[i], static_cast<R>(reference))                                            \
          << #call ", " << x << ", " << y << ", " << z;                                           \
    }                                                                                             \
  } while (false)

template <class T>
int bits_set(T x) {
  int count = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) count += x >> i & 1;
  return count;
}
template <class T>
int leading_zeros(T x) {
  int count = 0;
  for (int i = 8 * sizeof(T) - 1; i >= 0 && (x >> i & 1) == 0; --i) ++count;
  return count;
}
template <class T>
int first_set(T x) {
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) {
    if (x >> i & 1) return i + 1;
  }
  return 0;
}
template <class T>
T reversed(T x) {
  T result = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i) result |= (x >> i & 1) << (8 * sizeof(T) - 1 - i);
  return result;
}

TEST(IntegerIntrinsics, CountBits) {
  EXPECT_1(unsigned, int, __popc(x), bits_set(x));
  EXPECT_1(unsigned long long, int, __popcll(x), bits_set(x));
  EXPECT_1(unsigned, int, __clz(x), leading_zeros(x));
  EXPECT_1(unsigned long long, int, __clzll(x), leading_zeros(x));
  EXPECT_1(unsigned, int, __ffs(x), first_set(x));
  EXPECT_1(unsigned long long, int, __ffsll(x), first_set(x));
}

TEST(IntegerIntrinsics, MoveBits) {
  EXPECT_1(unsigned, unsigned, __brev(x), reversed(x));
  EXPECT_1(unsigned long long, unsigned long long, __brevll(x), reversed(x));
  EXPECT_3(unsigned, unsigned, __funnelshift_l(x, y, z),
           ((std::uint64_t{y} << 32 | x) << (z & 31)) >> 32);
  EXPECT_3(unsigned, unsigned, __funnelshift_r(x, y, z), (std::uint64_t{y} << 32 | x) >> (z & 31));
  EXPECT_3(unsigned, unsigned, __funnelshift_lc(x, y, z),
           ((std::uint64_t{y} << 32 | x) << std::min(z, 32u)) >> 32);
  EXPECT_3(unsigned, unsigned, __funnelshift_rc(x, y, z),
           (std::uint64_t{y} << 32 | x) >> std::min(z, 32u));
}

unsigned permuted(unsigned x, unsigned y, unsigned selector) {
  unsigned char bytes[8];
  std::memcpy(bytes, &x, 4);
  std::memcpy(bytes + 4, &y, 4);
  unsigned char result[4];
  for (int i = 0; i < 4; ++i) {
    const unsigned digit = selector >> 4 * i & 15;
    result[i] = bytes[digit & 7];
    if (digit & 8) result[i] = static_cast<signed char>(result[i]) < 0 ? 0xff : 0;
  }
  unsigned word;
  std::memcpy(&word, result, 4);
  return word;
}

TEST(IntegerIntrinsics, PermuteBytes) {
  EXPECT_3(unsigned, unsigned, __byte_perm(x, y, z), permuted(x, y, z));
  EXPECT_EQ(on_device<unsigned>([] __device__(unsigned x) { return __byte_perm(x, 0, 0x0123); },
                                std::vector<unsigned>{0x11223344}),
            std::vector<unsigned>{0x44332211});
}

TEST(IntegerIntrinsics, FindNthSet) {
  const auto find = [] __device__(unsigned mask, unsigned base, int n) {
    return __fns(mask, base, n);
  };
  EXPECT_EQ(on_device<unsigned>(find, std::vector<unsigned>{0xb4, 0xb4, 0xb4, 0xb4, 0xb4, 0xb4},
                                std::vector<unsigned>{0, 3, 7, 4, 3, 0},
                                std::vector<int>{2, 1, -2, 0, 0, 5}),
            (std::vector<unsigned>{4, 4, 5, 4, ~0u, ~0u}));
}

TEST(IntegerIntrinsics, Products) {
  EXPECT_2(int, int, __mulhi(x, y), static_cast<__int128>(x) * y >> 32);
  EXPECT_2(unsigned, unsigned, __umulhi(x, y), static_cast<unsigned __int128>(x) * y >> 32);
  EXPECT_2(long long, long long, __mul64hi(x, y), static_cast<__int128>(x) * y >> 64);
  EXPECT_2(unsigned long long, unsigned long long, __umul64hi(x, y),
           static_cast<unsigned __int128>(x) * y >> 64);
  EXPECT_2(unsigned, unsigned, __umul24(x, y), std::uint64_t{x & 0xffffff} * (y & 0xffffff));
  const auto extended = [](int v) { return static_cast<std::int64_t>(v << 8 >> 8); };
  EXPECT_2(int, int, __mul24(x, y), extended(x) * extended(y));
}

TEST(IntegerIntrinsics, DifferencesAndAverages) {
  const auto wide = [](auto v) { return static_cast<__int128>(v); };
  const auto distance = [&](auto a, auto b) {
    return wide(a) > wide(b) ? wide(a) - wide(b) : wide(b) - wide(a);
  };
  EXPECT_3(unsigned, unsigned, __usad(x, y, z), distance(x, y) + z);
  EXPECT_3(int, unsigned, __sad(x, y, z), distance(x, y) + static_cast<unsigned>(z));
  EXPECT_2(int, int, __hadd(x, y), (wide(x) + y) >> 1);
  EXPECT_2(int, int, __rhadd(x, y), (wide(x) + y + 1) >> 1);
  EXPECT_2(unsigned, unsigned, __uhadd(x, y), (wide(x) + y) >> 1);
  EXPECT_2(unsigned, unsigned, __urhadd(x, y), (wide(x) + y + 1) >> 1);
}

/// Element `i` of the elements of type Element that `word` consists of.
template <class Element, class Word>
std::int64_t element(Word word, int i) {
  return static_cast<Element>(word >> (8 * sizeof(Element) * i));
}
template <class Half, class Byte, class Word>
std::int64_t dot2(Word x, Word y, int first_byte) {
  return element<Half>(x, 0) * element<Byte>(y, first_byte) +
         element<Half>(x, 1) * element<Byte>(y, first_byte + 1);
}
template <class Byte, class Word>
std::int64_t dot4(Word x, Word y) {
  std::int64_t sum = 0;
  for (int i = 0; i < 4; ++i) sum += element<Byte>(x, i) * element<Byte>(y, i);
  return sum;
}

TEST(IntegerIntrinsics, DotProducts) {
  using Signed = signed char;
  using Unsigned = unsigned char;
  EXPECT_3(int, int, __dp4a(x, y, z), dot4<Signed>(x, y) + z);
  EXPECT_3(unsigned, unsigned, __dp4a(x, y, z), dot4<Unsigned>(x, y) + z);
  EXPECT_3(int, int, __dp2a_lo(x, y, z), (dot2<short, Signed>(x, y, 0)) + z);
  EXPECT_3(int, int, __dp2a_hi(x, y, z), (dot2<short, Signed>(x, y, 2)) + z);
  EXPECT_3(unsigned, unsigned, __dp2a_lo(x, y, z), (dot2<unsigned short, Unsigned>(x, y, 0)) + z);
  EXPECT_3(unsigned, unsigned, __dp2a_hi(x, y, z), (dot2<unsigned short, Unsigned>(x, y, 2)) + z);
  EXPECT_EQ(on_device<int>([] __device__(char4 a, char4 b) { return __dp4a(a, b, 5); },
                           std::vector<char4>{make_char4(1, -2, 3, -4)},
                           std::vector<char4>{make_char4(5, 6, 7, 8)}),
            std::vector<int>{5 - 12 + 21 - 32 + 5});
}

TEST(IntegerIntrinsics, CombinedMinimumAndMaximum) {
  EXPECT_3(int, int, __vimax3_s32(x, y, z), std::max(std::max(x, y), z));
  EXPECT_3(int, int, __vimin3_s32(x, y, z), std::min(std::min(x, y), z));
  EXPECT_3(unsigned, unsigned, __vimax3_u32(x, y, z), std::max(std::max(x, y), z));
  EXPECT_3(unsigned, unsigned, __vimin3_u32(x, y, z), std::min(std::min(x, y), z));
  EXPECT_3(int, int, __vimax3_s32_relu(x, y, z), std::max({x, y, z, 0}));
  EXPECT_3(int, int, __vimin3_s32_relu(x, y, z), std::max(std::min({x, y, z}), 0));
  EXPECT_2(int, int, __vimax_s32_relu(x, y), std::max({x, y, 0}));
  EXPECT_2(int, int, __vimin_s32_relu(x, y), std::max(std::min(x, y), 0));
  const auto wrapped = [](int a, int b) {
    return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  };
  EXPECT_3(int, int, __viaddmax_s32(x, y, z), std::max(wrapped(x, y), z));
  EXPECT_3(int, int, __viaddmin_s32(x, y, z), std::min(wrapped(x, y), z));
  EXPECT_3(int, int, __viaddmax_s32_relu(x, y, z), std::max({wrapped(x, y), z, 0}));
  EXPECT_3(int, int, __viaddmin_s32_relu(x, y, z), std::max(std::min(wrapped(x, y), z), 0));
  EXPECT_3(unsigned, unsigned, __viaddmax_u32(x, y, z), std::max(x + y, z));
  EXPECT_3(unsigned, unsigned, __viaddmin_u32(x, y, z), std::min(x + y, z));
}

TEST(IntegerIntrinsics, MinimumAndMaximumWithPredicate) {
  const std::vector<int> a = {1, 2, 2}, b = {2, 1, 2};
  const auto maximum = [] __device__(int x, int y) {
    bool first;
    const int result = __vibmax_s32(x, y, &first);
    return 2 * result + first;
  };
  const auto minimum = [] __device__(int x, int y) {
    bool first;
    const int result = __vibmin_s32(x, y, &first);
    return 2 * result + first;
  };
  EXPECT_EQ(on_device<int>(maximum, a, b), (std::vector<int>{4, 5, 5}));
  EXPECT_EQ(on_device<int>(minimum, a, b), (std::vector<int>{3, 2, 5}));
}

}  // namespace
