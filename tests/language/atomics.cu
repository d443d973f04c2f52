// SPDX-License-Identifier: Apache-2.0
/// Atomic functions: every operation, type and scope, under contention and against its definition.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "on_device.h"

namespace {

constexpr unsigned kBlocks = 8;
constexpr unsigned kThreads = 96;
constexpr unsigned kTotal = kBlocks * kThreads;

/// What every thread's call returned, and what the word held afterwards.
template <class T>
struct Outcome {
  std::vector<T> returned;
  T final;
};

template <class T, class Operation>
__global__ void contend(T* word, T* returned, Operation operation) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  returned[i] = operation(word, i);
}
template <class T, class Operation>
Outcome<T> contended(T initial, Operation operation) {
  const DeviceArray<T> word(std::vector<T>{initial}), returned(kTotal);
  contend<<<kBlocks, kThreads>>>(word.data(), returned.data(), operation);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return {std::vector<T>(returned.data(), returned.data() + kTotal), *word.data()};
}

/// function(p, operand) in the three scopes; `operand` may mention the thread's number i.
#define IN_ALL_SCOPES(T, initial, function, operand, check)      \
  check(contended<T>(initial, [] __device__(T * p, unsigned i) { \
    return function(p, static_cast<T>(operand));                 \
  }));                                                           \
  check(contended<T>(initial, [] __device__(T * p, unsigned i) { \
    return function##_system(p, static_cast<T>(operand));        \
  }));                                                           \
  check(contended<T>(initial, [] __device__(T * p, unsigned i) { \
    return function##_block(p, static_cast<T>(operand));         \
  }))

template <class T>
void expect_distinct(const std::vector<T>& values) {
  EXPECT_EQ(std::set<T>(values.begin(), values.end()).size(), values.size());
}

/// Each thread saw another intermediate sum. Threads of several blocks contend even in block scope
/// here, which no real program should do; the emulator's atomics are exact all the same.
template <class T>
void check_counted(const Outcome<T>& outcome) {
  expect_distinct(outcome.returned);
  EXPECT_EQ(outcome.final, static_cast<T>(kTotal));
}
template <class T>
void check_counted_down(const Outcome<T>& outcome) {
  expect_distinct(outcome.returned);
  EXPECT_EQ(outcome.final, static_cast<T>(0));
}

TEST(Atomics, Add) {
  IN_ALL_SCOPES(int, 0, atomicAdd, 1, check_counted);
  IN_ALL_SCOPES(unsigned, 0, atomicAdd, 1, check_counted);
  IN_ALL_SCOPES(unsigned long long, 0, atomicAdd, 1, check_counted);
  IN_ALL_SCOPES(float, 0, atomicAdd, 1, check_counted);
  IN_ALL_SCOPES(double, 0, atomicAdd, 1, check_counted);
}

TEST(Atomics, Sub) {
  IN_ALL_SCOPES(int, kTotal, atomicSub, 1, check_counted_down);
  IN_ALL_SCOPES(unsigned, kTotal, atomicSub, 1, check_counted_down);
}

/// Of all operands and the initial value, each is returned or left, once.
template <class T>
void check_exchanged(const Outcome<T>& outcome) {
  std::vector<T> seen = outcome.returned;
  seen.push_back(outcome.final);
  std::sort(seen.begin(), seen.end());
  std::vector<T> expected(kTotal + 1);
  std::iota(expected.begin(), expected.end(), T{0});
  EXPECT_EQ(seen, expected);
}
TEST(Atomics, Exchange) {
  IN_ALL_SCOPES(int, 0, atomicExch, i + 1, check_exchanged);
  IN_ALL_SCOPES(unsigned, 0, atomicExch, i + 1, check_exchanged);
  IN_ALL_SCOPES(unsigned long long, 0, atomicExch, i + 1, check_exchanged);
  IN_ALL_SCOPES(float, 0, atomicExch, i + 1, check_exchanged);
}

#define FINAL_IS(value) [](const auto& outcome) { EXPECT_EQ(outcome.final, value); }

TEST(Atomics, MinimumAndMaximum) {
  IN_ALL_SCOPES(int, 5, atomicMin, 3 - static_cast<int>(i),
                FINAL_IS(3 - static_cast<int>(kTotal - 1)));
  IN_ALL_SCOPES(unsigned, ~0u, atomicMin, i + 7, FINAL_IS(7u));
  IN_ALL_SCOPES(long long, 0, atomicMin, -(1ll << 40) - static_cast<int>(i),
                FINAL_IS(-(1ll << 40) - static_cast<int>(kTotal - 1)));
  IN_ALL_SCOPES(unsigned long long, ~0ull, atomicMin, (1ull << 40) + i, FINAL_IS(1ull << 40));
  IN_ALL_SCOPES(int, -5, atomicMax, static_cast<int>(i) - 9,
                FINAL_IS(static_cast<int>(kTotal) - 10));
  IN_ALL_SCOPES(unsigned, 0u, atomicMax, 0x80000000u + i, FINAL_IS(0x80000000u + kTotal - 1));
  IN_ALL_SCOPES(long long, -1, atomicMax, -static_cast<long long>(i), FINAL_IS(0));
  IN_ALL_SCOPES(unsigned long long, 0, atomicMax, ~0ull - i, FINAL_IS(~0ull));
}

/// Inc counts 0..limit and wraps; Dec counts limit..0 and wraps, and from above the limit too.
TEST(Atomics, IncrementAndDecrement) {
  const auto check_inc = [](const Outcome<unsigned>& outcome) {
    EXPECT_EQ(outcome.final, kTotal % 10);
    EXPECT_EQ(*std::max_element(outcome.returned.begin(), outcome.returned.end()), 9u);
  };
  IN_ALL_SCOPES(unsigned, 0, atomicInc, 9, check_inc);
  const auto check_dec = [](const Outcome<unsigned>& outcome) {
    EXPECT_EQ(outcome.final, 9 - (kTotal - 1) % 10);
    EXPECT_EQ(std::count(outcome.returned.begin(), outcome.returned.end(), 100u), 1);
  };
  IN_ALL_SCOPES(unsigned, 100, atomicDec, 9, check_dec);
}

TEST(Atomics, Bitwise) {
  IN_ALL_SCOPES(int, -1, atomicAnd, ~(1 << i % 32), FINAL_IS(0));
  IN_ALL_SCOPES(unsigned, ~0u, atomicAnd, ~(1u << i % 31), FINAL_IS(1u << 31));
  IN_ALL_SCOPES(unsigned long long, ~0ull, atomicAnd, ~(1ull << i % 64), FINAL_IS(0u));
  IN_ALL_SCOPES(int, 0, atomicOr, 1 << i % 32, FINAL_IS(-1));
  IN_ALL_SCOPES(unsigned, 0, atomicOr, 1u << i % 8, FINAL_IS(255u));
  IN_ALL_SCOPES(unsigned long long, 0, atomicOr, 1ull << i % 64, FINAL_IS(~0ull));
  // Each bit is flipped by kTotal / 32 = 24 threads, or in 64 bits by 12.
  IN_ALL_SCOPES(int, 12345, atomicXor, 1 << i % 32, FINAL_IS(12345));
  IN_ALL_SCOPES(unsigned, 12345, atomicXor, 1u << i % 32, FINAL_IS(12345u));
  IN_ALL_SCOPES(unsigned long long, 12345, atomicXor, 1ull << i % 64, FINAL_IS(12345u));
}

/// A loop over compare-and-swap adds exactly.
#define EXPECT_CAS_LOOP(T, function)                                                     \
  EXPECT_EQ(contended<T>(0,                                                              \
                         [] __device__(T * p, unsigned) {                                \
                           T seen = *p, expected;                                        \
                           do {                                                          \
                             expected = seen;                                            \
                             seen = function(p, expected, static_cast<T>(expected + 1)); \
                           } while (seen != expected);                                   \
                           return seen;                                                  \
                         })                                                              \
                .final,                                                                  \
            static_cast<T>(kTotal))
TEST(Atomics, CompareAndSwap) {
  EXPECT_CAS_LOOP(unsigned short, atomicCAS);
  EXPECT_CAS_LOOP(unsigned short, atomicCAS_block);
  EXPECT_CAS_LOOP(unsigned short, atomicCAS_system);
  EXPECT_CAS_LOOP(int, atomicCAS);
  EXPECT_CAS_LOOP(int, atomicCAS_block);
  EXPECT_CAS_LOOP(int, atomicCAS_system);
  EXPECT_CAS_LOOP(unsigned, atomicCAS);
  EXPECT_CAS_LOOP(unsigned, atomicCAS_block);
  EXPECT_CAS_LOOP(unsigned, atomicCAS_system);
  EXPECT_CAS_LOOP(unsigned long long, atomicCAS);
  EXPECT_CAS_LOOP(unsigned long long, atomicCAS_block);
  EXPECT_CAS_LOOP(unsigned long long, atomicCAS_system);
}

/// Two counters in one word: an update that is not atomic as a whole lets them differ.
struct alignas(16) Pair {
  long long first, second;
  __device__ bool operator==(const Pair& other) const {
    return first == other.first && second == other.second;
  }
};
#define EXPECT_CAS_OF_PAIRS(function)                                                         \
  do {                                                                                        \
    const Outcome<Pair> outcome = contended<Pair>({0, 0}, [] __device__(Pair * p, unsigned) { \
      Pair seen = {0, 0}, expected;                                                           \
      do {                                                                                    \
        expected = seen;                                                                      \
        seen = function(p, expected, Pair{expected.first + 1, expected.second - 1});          \
      } while (!(seen == expected));                                                          \
      return seen;                                                                            \
    });                                                                                       \
    EXPECT_EQ(outcome.final.first, kTotal);                                                   \
    EXPECT_EQ(outcome.final.second, -static_cast<long long>(kTotal));                         \
  } while (false)
/// Every value but one is handed on exactly once, in one piece.
#define EXPECT_EXCHANGE_OF_PAIRS(function)                                                  \
  do {                                                                                      \
    const Outcome<Pair> outcome = contended<Pair>(                                          \
        {-1, -1}, [] __device__(Pair * p, unsigned i) { return function(p, Pair{i, i}); }); \
    std::vector<long long> firsts = {outcome.final.first};                                  \
    for (const Pair& pair : outcome.returned) {                                             \
      EXPECT_EQ(pair.first, pair.second);                                                   \
      firsts.push_back(pair.first);                                                         \
    }                                                                                       \
    expect_distinct(firsts);                                                                \
  } while (false)
TEST(Atomics, Of128Bits) {
  EXPECT_CAS_OF_PAIRS(atomicCAS);
  EXPECT_CAS_OF_PAIRS(atomicCAS_block);
  EXPECT_CAS_OF_PAIRS(atomicCAS_system);
  EXPECT_EXCHANGE_OF_PAIRS(atomicExch);
  EXPECT_EXCHANGE_OF_PAIRS(atomicExch_block);
  EXPECT_EXCHANGE_OF_PAIRS(atomicExch_system);
}

__global__ void add_vectors(float2* two, float4* four) {
  atomicAdd(two, make_float2(1, 2));
  atomicAdd(four, make_float4(1, 2, 3, 4));
}
TEST(Atomics, AddVectors) {
  const DeviceArray<float2> two(std::vector<float2>{make_float2(0, 0)});
  const DeviceArray<float4> four(std::vector<float4>{make_float4(0, 0, 0, 0)});
  add_vectors<<<kBlocks, kThreads>>>(two.data(), four.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(two.data()->y, 2.0f * kTotal);
  EXPECT_EQ(four.data()->w, 4.0f * kTotal);
}

__global__ void histogram(const unsigned* values, unsigned* bins) {
  __shared__ unsigned local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&local[values[blockIdx.x * blockDim.x + threadIdx.x] % 16], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
TEST(Atomics, InSharedMemory) {
  const auto values = random_bits<unsigned>(kTotal, 1);
  std::vector<unsigned> expected(16);
  for (const unsigned value : values) ++expected[value % 16];
  const DeviceArray<unsigned> input(values), bins(std::vector<unsigned>(16));
  histogram<<<kBlocks, kThreads>>>(input.data(), bins.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(std::vector<unsigned>(bins.data(), bins.data() + 16), expected);
}

}  // namespace
