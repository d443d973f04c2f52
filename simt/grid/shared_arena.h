// SPDX-License-Identifier: Apache-2.0
/// The shared memory of one block: static part, then dynamic part, ending at a page that traps.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

class SharedArena {
 public:
  SharedArena() = default;
  ~SharedArena();
  SharedArena(const SharedArena&) = delete;
  SharedArena& operator=(const SharedArena&) = delete;

  /// Makes room for `static_bytes`, then `dynamic_bytes` from the next multiple of 16, and fills
  /// both with a pattern from `seed`: hardware hands a block whatever the last one left.
  void prepare(std::uint32_t static_bytes, std::uint32_t dynamic_bytes, std::uint64_t seed);

  std::byte* base() const { return base_; }
  std::byte* dynamic() const { return dynamic_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* mapping_ = nullptr;
  std::size_t capacity_ = 0;
  std::byte* base_ = nullptr;
  std::byte* dynamic_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace simt
