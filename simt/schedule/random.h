// SPDX-License-Identifier: Apache-2.0
/// The one source of randomness: numbers that depend on the seed and on nothing else.
#pragma once

#include <cmath>
#include <cstdint>

namespace simt {

/// A well-mixed function of 64 bits (the finaliser of SplitMix64: Steele, Lea, Flood, "Fast
/// Splittable Pseudorandom Number Generators", OOPSLA 2014).
constexpr std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

/// A seed for one use of another seed; uses are told apart by `use`.
constexpr std::uint64_t derive(std::uint64_t seed, std::uint64_t use) {
  return mix(mix(seed) ^ use);
}

/// A sequence of numbers drawn from a seed.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}

  std::uint64_t next() { return mix(state_++); }
  /// A number from 0 to count - 1; `count` is not 0. The bias of 2^-64 * count does not matter
  /// here.
  std::uint64_t below(std::uint64_t count) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * count) >> 64);
  }
  /// How many trials until the first success, 1 or more, where one in `mean` succeeds.
  std::uint64_t trials(std::uint64_t mean) {
    if (mean <= 1) return 1;
    const double uniform = static_cast<double>((next() >> 11) + 1) * 0x1p-53;
    return 1 + static_cast<std::uint64_t>(-std::log(uniform) * static_cast<double>(mean - 1));
  }

 private:
  std::uint64_t state_;
};

}  // namespace simt
