// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/memory_image.h"

#include <algorithm>
#include <cstring>

#include "simt/schedule/random.h"

namespace simt {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);
/// Memory is put back where it changed, in pieces of this size: what did not change is not touched.
constexpr std::size_t kChunk = 4096;

std::byte* pointer(std::uint64_t address) { return reinterpret_cast<std::byte*>(address); }

std::uint64_t word_at(const std::byte* place, std::size_t bytes = kWord) {
  std::uint64_t word = 0;
  std::memcpy(&word, place, std::min(bytes, kWord));
  return word;
}

/// Which whole words of the allocation at `place` hold what they were filled with.
std::vector<bool> fresh_words(const MemoryMap& memory, const MemoryPlace& place,
                              const std::vector<std::byte>& contents) {
  const Heap* heap = memory.heap_of(place.base);
  const auto allocation = heap == nullptr ? std::nullopt : heap->find(place.base);
  if (!allocation) return {};
  std::vector<bool> fresh(place.bytes / kWord);
  bool any = false;
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    fresh[i] =
        word_at(&contents[i * kWord]) == heap->initial_word(*allocation, place.base + i * kWord);
    any = any || fresh[i];
  }
  if (!any) fresh.clear();
  return fresh;
}

/// A word before and after a run.
struct WordOfRun {
  std::uint64_t before;
  std::uint64_t after;
};

/// The word after a run; of its bytes, those that neither this run nor the canonical one wrote are
/// as the canonical one left them.
std::uint64_t with_unwritten_bytes(const WordOfRun& canonical, const WordOfRun& here) {
  const std::uint64_t written = (canonical.before ^ canonical.after) | (here.before ^ here.after);
  std::uint64_t word = here.after;
  for (unsigned byte = 0; byte < kWord; ++byte) {
    const std::uint64_t mask = std::uint64_t{0xff} << byte * 8;
    if ((written & mask) == 0) word = (word & ~mask) | (canonical.after & mask);
  }
  return word;
}

}  // namespace

MemoryImage MemoryImage::capture(const MemoryMap& memory,
                                 const std::vector<std::uint64_t>& excluded) {
  MemoryImage image = capture_contents(memory, excluded);
  for (Range& range : image.ranges_) range.fresh = fresh_words(memory, range.place, range.contents);
  return image;
}

MemoryImage MemoryImage::capture_contents(const MemoryMap& memory,
                                          const std::vector<std::uint64_t>& excluded) {
  MemoryImage image;
  for (const MemoryPlace& place : memory.live()) {
    Range range;
    range.place = place;
    range.compared = std::ranges::find(excluded, place.base) == excluded.end();
    range.contents.assign(pointer(place.base), pointer(place.base) + place.bytes);
    image.ranges_.push_back(std::move(range));
  }
  return image;
}

void MemoryImage::restore(std::uint64_t refill) const {
  for (const Range& range : ranges_) {
    for (std::size_t at = 0; at < range.contents.size(); at += kChunk) {
      const std::size_t bytes = std::min(kChunk, range.contents.size() - at);
      std::byte* const place = pointer(range.place.base + at);
      if (std::memcmp(place, &range.contents[at], bytes) != 0)
        std::memcpy(place, &range.contents[at], bytes);
    }
    if (refill == 0) continue;
    for (std::size_t i = 0; i < range.fresh.size(); ++i) {
      if (!range.fresh[i]) continue;
      const std::uint64_t word = word_at(&range.contents[i * kWord]) ^ refill;
      std::memcpy(pointer(range.place.base + i * kWord), &word, kWord);
    }
  }
}

std::vector<WordDifference> MemoryImage::differences(const MemoryImage& start, std::uint64_t refill,
                                                     std::size_t limit) const {
  std::vector<WordDifference> found;
  for (std::size_t r = 0; r < ranges_.size(); ++r) {
    const Range& range = ranges_[r];
    if (!range.compared) continue;
    const Range& before = start.ranges_[r];
    const auto was_fresh = [&](std::size_t at) {
      return at / kWord < before.fresh.size() && before.fresh[at / kWord];
    };
    for (std::size_t at = 0; at < range.contents.size(); at += kChunk) {
      const std::size_t end = std::min(at + kChunk, range.contents.size());
      const std::byte* const memory = pointer(range.place.base);
      if (std::memcmp(memory + at, &range.contents[at], end - at) == 0) continue;
      for (std::size_t word = at; word < end; word += kWord) {
        const std::uint64_t expected = word_at(&range.contents[word], end - word);
        std::uint64_t now = word_at(memory + word, end - word);
        if (was_fresh(word)) {
          const std::uint64_t filled = word_at(&before.contents[word]);
          now = with_unwritten_bytes({filled, expected}, {filled ^ refill, now});
        }
        if (now == expected) continue;
        found.push_back({range.place.base + word, expected, now});
        if (found.size() == limit) return found;
      }
    }
  }
  return found;
}

bool MemoryImage::has_fresh_words() const {
  return std::ranges::any_of(ranges_, [](const Range& range) { return !range.fresh.empty(); });
}

std::uint64_t MemoryImage::hash() const {
  std::uint64_t hash = 0;
  for (const Range& range : ranges_) {
    hash = mix(hash ^ range.place.base);
    for (std::size_t at = 0; at < range.contents.size(); at += kWord)
      hash = mix(hash ^ word_at(&range.contents[at], range.contents.size() - at));
  }
  return hash;
}

}  // namespace simt
