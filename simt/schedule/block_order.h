// SPDX-License-Identifier: Apache-2.0
/// The order in which a launch's blocks start: a permutation drawn from the seed, computed place by
/// place, so that a grid of 2^31 blocks takes no memory.
#pragma once

#include <cstdint>

namespace simt {

class BlockOrder {
 public:
  BlockOrder(std::uint64_t blocks, std::uint64_t seed);

  /// The block that starts at `place`, both counted from 0 to blocks - 1.
  std::uint64_t at(std::uint64_t place) const;

 private:
  std::uint64_t shuffle(std::uint64_t value, std::uint64_t count, std::uint64_t key) const;

  std::uint64_t blocks_;
  std::uint64_t run_;
  std::uint64_t seed_;
};

}  // namespace simt
