// SPDX-License-Identifier: Apache-2.0
/// What all memory that kernels can reach holds at one moment: to go back to it, and to compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simt/memory/memory_map.h"

namespace simt {

/// An 8-byte word that differs from what was expected.
struct WordDifference {
  std::uint64_t address = 0;
  std::uint64_t expected = 0;
  std::uint64_t found = 0;
  friend bool operator==(const WordDifference&, const WordDifference&) = default;
};

class MemoryImage {
 public:
  /// Copies the live memory of `memory`, and finds the words in it that nothing wrote since they
  /// were allocated. Memory for which `excluded` holds is restored but not compared.
  static MemoryImage capture(const MemoryMap& memory, const std::vector<std::uint64_t>& excluded);
  /// Copies it only, for an image that is compared with and not restored.
  static MemoryImage capture_contents(const MemoryMap& memory,
                                      const std::vector<std::uint64_t>& excluded);

  /// Puts back what was captured, words that nothing wrote changed by `refill` (0: as they were).
  void restore(std::uint64_t refill) const;

  /// The words of memory that differ from this image, at most `limit` of them. Bytes of a word that
  /// nothing had written in `start`, that hold in this image what they held there, and now what
  /// start.restore(refill) put there, do not differ: nothing wrote them in either run.
  std::vector<WordDifference> differences(const MemoryImage& start, std::uint64_t refill,
                                          std::size_t limit) const;

  /// Whether there are words that nothing wrote.
  bool has_fresh_words() const;
  /// Depends on all that was captured.
  std::uint64_t hash() const;

 private:
  struct Range {
    MemoryPlace place;
    bool compared = true;
    std::vector<std::byte> contents;
    /// One bit a word, in the order of addresses: whether nothing wrote it. Empty where none is.
    std::vector<bool> fresh;
  };

  std::vector<Range> ranges_;
};

}  // namespace simt
