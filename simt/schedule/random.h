// SPDX-License-Identifier: Apache-2.0
/// The one source of randomness: numbers that depend on the seed and on nothing else.
#pragma once

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

}  // namespace simt
