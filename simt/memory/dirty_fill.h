// SPDX-License-Identifier: Apache-2.0
/// What fresh memory holds: bytes that derive from the seed, since hardware hands out memory that
/// still holds whatever was there before.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

class DirtyFill {
 public:
  explicit DirtyFill(std::uint64_t seed);
  ~DirtyFill();
  DirtyFill(const DirtyFill&) = delete;
  DirtyFill& operator=(const DirtyFill&) = delete;

  /// Overwrites `bytes` bytes at `address`; another `salt` gives other bytes.
  void fill(void* address, std::size_t bytes, std::uint64_t salt) const;

  /// The salt of what map() makes.
  static constexpr std::uint64_t kMapped = 0;
  /// The 8 bytes that fill() or map() put at 8 * `index` from its address.
  std::uint64_t word(std::uint64_t salt, std::uint64_t index) const;

  /// Replaces the pages at `address` by private ones that read as dirty and take up memory only
  /// once they are written. Page-aligned.
  void map(void* address, std::size_t bytes);

 private:
  std::uint64_t seed_;
  /// A file of kPatternBytes in memory, mapped over and over; -1 until it is needed.
  int pattern_ = -1;
};

}  // namespace simt
