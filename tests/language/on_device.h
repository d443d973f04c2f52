// SPDX-License-Identifier: Apache-2.0
/// Evaluates a function of scalars or small structs on the device, for many arguments at once.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

/// Managed memory that lives as long as its owner.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) {
    EXPECT_EQ(cudaMallocManaged(&data_, size * sizeof(T)), cudaSuccess);
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    std::memcpy(static_cast<void*>(data_), values.data(), values.size() * sizeof(T));
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { EXPECT_EQ(cudaFree(data_), cudaSuccess); }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
};

template <class Result, class Function, class... Arguments>
__global__ void evaluate(Function function, std::size_t count, Result* results,
                         const Arguments*... arguments) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) results[i] = function(arguments[i]...);
}

/// results[i] = function(first[i], rest[i]...); all vectors have the same length.
template <class Result, class Function, class First, class... Rest>
std::vector<Result> on_device(Function function, const std::vector<First>& first,
                              const std::vector<Rest>&... rest) {
  const std::size_t count = first.size();
  const DeviceArray<Result> results(count);
  const auto launch = [&](const auto&... arguments) {
    constexpr unsigned kThreads = 128;
    const auto blocks = static_cast<unsigned>((count + kThreads - 1) / kThreads);
    evaluate<Result><<<blocks, kThreads>>>(function, count, results.data(), arguments.data()...);
  };
  launch(DeviceArray<First>(first), DeviceArray<Rest>(rest)...);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return std::vector<Result>(results.data(), results.data() + count);
}

/// Bit patterns of all kinds: uniform over the representation, so also NaN, infinities, denormals.
template <class T>
std::vector<T> random_bits(std::size_t count, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::vector<T> values(count);
  for (T& value : values) {
    const std::uint64_t bits = generator();
    std::memcpy(&value, &bits, sizeof value);
  }
  return values;
}

/// Evenly spread over [low, high).
template <class T>
std::vector<T> random_between(T low, T high, std::size_t count, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<T> distribution(low, high);
  std::vector<T> values(count);
  for (T& value : values) value = distribution(generator);
  return values;
}

/// Every value of `values` paired with every one: the first and second components.
template <class T>
std::pair<std::vector<T>, std::vector<T>> all_pairs(const std::vector<T>& values) {
  std::pair<std::vector<T>, std::vector<T>> pairs;
  for (const T& a : values) {
    for (const T& b : values) {
      pairs.first.push_back(a);
      pairs.second.push_back(b);
    }
  }
  return pairs;
}

/// Equal as bits, but any NaN equals any other.
template <class T>
bool same(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0;
}
