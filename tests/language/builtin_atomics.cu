// SPDX-License-Identifier: Apache-2.0
/// Atomic functions with an order and a scope: results under contention, and what their orders
/// promise to other threads.

#include <algorithm>
#include <numeric>

#include "on_device.h"

namespace {

constexpr unsigned kBlocks = 4;
constexpr unsigned kThreads = 64;
constexpr unsigned kTotal = kBlocks * kThreads;

template <class T, class Operation>
__global__ void contend(T* word, T* returned, Operation operation) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  returned[i] = operation(word, i);
}
/// What the threads' calls returned, sorted, then what the word held afterwards.
template <class T, class Operation>
std::vector<T> contended(T initial, Operation operation) {
  const DeviceArray<T> word(std::vector<T>{initial}), returned(kTotal);
  contend<<<kBlocks, kThreads>>>(word.data(), returned.data(), operation);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::vector<T> all(returned.data(), returned.data() + kTotal);
  std::sort(all.begin(), all.end());
  all.push_back(*word.data());
  return all;
}

template <class T>
std::vector<T> counted(T first, unsigned count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

template <class T>
void expect_add_and_sub() {
  EXPECT_EQ(contended<T>(0,
                         [] __device__(T * p, unsigned) {
                           return __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED,
                                                        __NV_THREAD_SCOPE_DEVICE);
                         }),
            counted<T>(0, kTotal + 1));
  std::vector<T> down = counted<T>(1, kTotal);
  down.push_back(0);
  EXPECT_EQ(contended<T>(kTotal,
                         [] __device__(T * p, unsigned) {
                           return __nv_atomic_fetch_sub(p, 1, __NV_ATOMIC_SEQ_CST);
                         }),
            down);
}

TEST(BuiltinAtomics, AddAndSub) {
  expect_add_and_sub<int>();
  expect_add_and_sub<unsigned>();
  expect_add_and_sub<unsigned long>();
  expect_add_and_sub<unsigned long long>();
  expect_add_and_sub<float>();
  expect_add_and_sub<double>();
}

/// What `operation` leaves of `initial`.
template <class T, class Operation>
T left(T initial, Operation operation) {
  return contended<T>(initial,
                      [=] __device__(T * p, unsigned i) {
                        operation(p, i);
                        return T{};
                      })
      .back();
}

constexpr int kOrder = __NV_ATOMIC_ACQ_REL;

TEST(BuiltinAtomics, MinimumAndMaximum) {
  EXPECT_EQ(
      left<int>(5, [] __device__(int* p, unsigned i) { __nv_atomic_min(p, -int(i), kOrder); }),
      -int(kTotal - 1));
  EXPECT_EQ(left<unsigned>(
                9u, [] __device__(unsigned* p, unsigned i) { __nv_atomic_max(p, ~i, kOrder); }),
            ~0u);
  EXPECT_EQ(left<long>(0,
                       [] __device__(long* p, unsigned i) {
                         __nv_atomic_min(p, -(1l << 40) - long{i}, kOrder,
                                         __NV_THREAD_SCOPE_CLUSTER);
                       }),
            -(1l << 40) - long{kTotal - 1});
  EXPECT_EQ(left<unsigned long long>(0,
                                     [] __device__(unsigned long long* p, unsigned i) {
                                       __nv_atomic_fetch_max(p, ~0ull - i, kOrder);
                                     }),
            ~0ull);
}

TEST(BuiltinAtomics, Bitwise) {
  EXPECT_EQ(
      left<int>(0, [] __device__(int* p, unsigned i) { __nv_atomic_or(p, 1 << i % 32, kOrder); }),
      -1);
  EXPECT_EQ(left<unsigned long long>(~0ull,
                                     [] __device__(unsigned long long* p, unsigned i) {
                                       __nv_atomic_fetch_and(p, ~(1ull << i % 63), kOrder);
                                     }),
            1ull << 63);
  // Each bit is flipped by kTotal / 32 = 8 threads.
  EXPECT_EQ(
      left<unsigned>(77u, [] __device__(unsigned* p,
                                        unsigned i) { __nv_atomic_xor(p, 1u << i % 32, kOrder); }),
      77u);
}

TEST(BuiltinAtomics, Exchange) {
  std::vector<int> seen = contended<int>(0, [] __device__(int* p, unsigned i) {
    return __nv_atomic_exchange_n(p, int(i) + 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
  });
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, counted<int>(0, kTotal + 1));
}

/// A loop over compare-and-exchange adds exactly.
template <class T>
void expect_exact_loop() {
  EXPECT_EQ(left<T>(0,
                    [] __device__(T * p, unsigned) {
                      T expected = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED);
                      while (!__nv_atomic_compare_exchange_n(
                          p, &expected, static_cast<T>(expected + 1), true, __NV_ATOMIC_RELEASE,
                          __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) {
                      }
                    }),
            static_cast<T>(kTotal));
}
TEST(BuiltinAtomics, CompareAndExchange) {
  expect_exact_loop<unsigned short>();
  expect_exact_loop<int>();
  expect_exact_loop<long>();
  expect_exact_loop<float>();
}

struct Pair {
  float value;
  int index;
};

__global__ void use_objects(Pair* pair, Pair* results, bool* succeeded) {
  const Pair first{1.5f, 7}, second{2.5f, 8};
  __nv_atomic_store(pair, const_cast<Pair*>(&first), __NV_ATOMIC_RELEASE);
  __nv_atomic_load(pair, &results[0], __NV_ATOMIC_ACQUIRE);
  Pair expected{0, 0}, desired = second;
  succeeded[0] = __nv_atomic_compare_exchange(pair, &expected, &desired, false, __NV_ATOMIC_SEQ_CST,
                                              __NV_ATOMIC_RELAXED);
  results[1] = expected;
  succeeded[1] = __nv_atomic_compare_exchange(pair, &expected, &desired, false, __NV_ATOMIC_SEQ_CST,
                                              __NV_ATOMIC_RELAXED);
  Pair third{3.5f, 9};
  __nv_atomic_exchange(pair, &third, &results[2], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
}
TEST(BuiltinAtomics, Objects) {
  const DeviceArray<Pair> pair(1), results(3);
  const DeviceArray<bool> succeeded(2);
  use_objects<<<1, 1>>>(pair.data(), results.data(), succeeded.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(results.data()[0].index, 7);
  EXPECT_FALSE(succeeded.data()[0]);
  EXPECT_EQ(results.data()[1].value, 1.5f);
  EXPECT_TRUE(succeeded.data()[1]);
  EXPECT_EQ(results.data()[2].index, 8);
  EXPECT_EQ(pair.data()->value, 3.5f);
}

__global__ void small_words(unsigned char* bytes, short* shorts) {
  __nv_atomic_store_n(&bytes[1], 200, __NV_ATOMIC_RELAXED);
  bytes[0] = __nv_atomic_load_n(&bytes[1], __NV_ATOMIC_SEQ_CST);
  __nv_atomic_store_n(&shorts[1], -5, __NV_ATOMIC_SEQ_CST);
  shorts[0] = __nv_atomic_load_n(&shorts[1], __NV_ATOMIC_CONSUME);
}
TEST(BuiltinAtomics, SmallWords) {
  const DeviceArray<unsigned char> bytes(std::vector<unsigned char>{1, 2, 3});
  const DeviceArray<short> shorts(std::vector<short>{1, 2, 3});
  small_words<<<1, 1>>>(bytes.data(), shorts.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(std::vector<int>(bytes.data(), bytes.data() + 3), (std::vector<int>{200, 200, 3}));
  EXPECT_EQ(std::vector<int>(shorts.data(), shorts.data() + 3), (std::vector<int>{-5, -5, 3}));
}

/// Block 0 spins until every other one has published its square, then sums them.
__global__ void publish(unsigned* flags, unsigned* squares, unsigned* sum) {
  const unsigned block = blockIdx.x;
  if (block != 0) {
    squares[block] = block * block;
    __nv_atomic_store_n(&flags[block], 1u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    return;
  }
  for (unsigned other = 1; other < gridDim.x; ++other) {
    while (__nv_atomic_load_n(&flags[other], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    *sum += squares[other];
  }
}
TEST(BuiltinAtomics, PublishesWithReleaseAndAcquire) {
  const DeviceArray<unsigned> flags(std::vector<unsigned>(20)), squares(20),
      sum(std::vector<unsigned>{0});
  publish<<<20, 1>>>(flags.data(), squares.data(), sum.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*sum.data(), 19u * 20 * 39 / 6);
}

/// Each thread publishes with a relaxed store between fences.
__global__ void publish_with_fences(int* flag, int* data, int* result) {
  if (threadIdx.x == 0) {
    *data = 42;
    __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  } else {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK) == 0) {
    }
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
    *result = *data;
  }
}
TEST(BuiltinAtomics, Fences) {
  const DeviceArray<int> words(std::vector<int>(3));
  publish_with_fences<<<1, 2>>>(words.data(), words.data() + 1, words.data() + 2);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(words.data()[2], 42);
}

}  // namespace
