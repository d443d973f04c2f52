// SPDX-License-Identifier: Apache-2.0
/// Memory of one kind (device, managed, pinned) in its own fixed range of addresses. Allocations
/// are 256-byte aligned, hold dirty bytes, and have red zones between them; large ones end at pages
/// that cannot be accessed. What was freed stays unused for a while, and inaccessible where it was
/// large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "simt/memory/address_space.h"
#include "simt/memory/dirty_fill.h"

namespace simt {

struct Allocation {
  std::uint64_t address = 0;
  /// As asked for.
  std::size_t bytes = 0;
  /// Code address of the call that allocated it.
  const void* site = nullptr;
  /// What fills it: words of the fill pattern `fill_salt`, the first of which is at `fill_origin`.
  std::uint64_t fill_salt = 0;
  std::uint64_t fill_origin = 0;
};

class Heap {
 public:
  /// Alignment of every allocation. CUDA Programming Guide, "Device Memory Accesses".
  static constexpr std::size_t kAlignment = 256;

  /// `limit` is how many bytes can be allocated at once; the range reserved at `base` is several
  /// times that, so that freed addresses can rest.
  Heap(std::uint64_t base, std::size_t limit, std::uint64_t seed);

  /// Empty where `bytes` more would pass the limit. `bytes` is not 0.
  std::optional<std::uint64_t> allocate(std::size_t bytes, const void* site);
  /// False where no live allocation starts at `address`.
  bool release(std::uint64_t address);
  /// Ends all allocations but those that start at an address of `kept`.
  void release_all_but(const std::set<std::uint64_t>& kept);

  /// The live allocation that holds `address`.
  std::optional<Allocation> find(std::uint64_t address) const;
  /// The live or resting allocation nearest below or around `address`, and whether it is live.
  std::optional<std::pair<Allocation, bool>> nearest(std::uint64_t address) const;
  /// Whether `address` lies in the reserved range.
  bool contains(std::uint64_t address) const {
    return small_.contains(address) || large_.contains(address);
  }

  /// All live allocations, by address.
  std::vector<Allocation> live() const;
  /// What the 8 bytes at `address`, a multiple of 8 in `allocation`, held when it was allocated.
  std::uint64_t initial_word(const Allocation& allocation, std::uint64_t address) const;

  std::size_t limit() const { return limit_; }
  std::size_t bytes_in_use() const;

 private:
  /// Where an allocation lies with its red zones.
  struct Extent {
    std::uint64_t start;
    std::uint64_t bytes;
  };
  struct Entry {
    Allocation allocation;
    Extent extent;
  };

  std::optional<Entry> place_small(std::size_t bytes);
  std::optional<Entry> place_large(std::size_t bytes);
  /// Makes small_ accessible up to `end`.
  void commit_small(std::uint64_t end);
  void rest(const Entry& entry);
  void wake_the_oldest();

  const std::size_t limit_;
  DirtyFill dirty_;
  AddressSpace small_;
  AddressSpace large_;
  std::uint64_t small_committed_;
  std::map<std::uint64_t, Entry> live_;
  std::map<std::uint64_t, Entry> resting_;
  std::deque<std::uint64_t> resting_order_;
  std::uint64_t resting_small_bytes_ = 0;
  std::uint64_t resting_large_bytes_ = 0;
  std::size_t in_use_ = 0;
  std::uint64_t serial_ = 0;
  mutable std::mutex mutex_;
};

}  // namespace simt
