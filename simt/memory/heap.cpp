// SPDX-License-Identifier: Apache-2.0
/// Heaps of device, managed and pinned memory: see simt/memory/heap.h.
#include "simt/memory/heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

namespace simt {
namespace {

/// From this size on an allocation has pages of its own.
constexpr std::size_t kLarge = std::size_t{1} << 20;
constexpr std::size_t kRedZone = 256;
constexpr std::size_t kCommitChunk = std::size_t{16} << 20;
/// What freed small allocations may keep resting, over all of them.
constexpr std::uint64_t kSmallRest = std::uint64_t{64} << 20;

const std::size_t kPage = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

std::uint64_t round_up(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

template <class Entries>
auto holder(const Entries& entries, std::uint64_t address) {
  auto after = entries.upper_bound(address);
  return after == entries.begin() ? entries.end() : std::prev(after);
}

}  // namespace

Heap::Heap(std::uint64_t base, std::size_t limit, std::uint64_t seed)
    : limit_(limit),
      dirty_(seed),
      small_(base, round_up(limit, kPage)),
      large_(small_.base() + small_.bytes(), 4 * round_up(limit, kPage)),
      small_committed_(base) {}

std::optional<std::uint64_t> Heap::allocate(std::size_t bytes, const void* site) {
  const std::lock_guard lock(mutex_);
  if (bytes > limit_ - in_use_) return std::nullopt;
  std::optional<Entry> entry = bytes < kLarge ? place_small(bytes) : place_large(bytes);
  if (!entry) return std::nullopt;
  entry->allocation.site = site;
  in_use_ += bytes;
  const std::uint64_t address = entry->allocation.address;
  live_.emplace(address, *entry);
  return address;
}

std::optional<Heap::Entry> Heap::place_small(std::size_t bytes) {
  const std::uint64_t extent = round_up(bytes, kAlignment) + kRedZone;
  const std::optional<std::uint64_t> start = small_.take(extent);
  if (!start) return std::nullopt;
  commit_small(*start + extent);
  dirty_.fill(pointer(*start), bytes, ++serial_);
  return Entry{{.address = *start, .bytes = bytes, .fill_salt = serial_, .fill_origin = *start},
               {*start, extent}};
}

std::optional<Heap::Entry> Heap::place_large(std::size_t bytes) {
  const std::uint64_t data = round_up(bytes, kPage);
  const std::uint64_t extent = data + kPage;
  const std::optional<std::uint64_t> start = large_.take(extent);
  if (!start) return std::nullopt;
  dirty_.map(pointer(*start), data);
  // The last byte lies as close as alignment allows to the page behind, which stays inaccessible.
  const std::uint64_t address = *start + data - round_up(bytes, kAlignment);
  return Entry{
      {.address = address, .bytes = bytes, .fill_salt = DirtyFill::kMapped, .fill_origin = *start},
      {*start, extent}};
}

void Heap::commit_small(std::uint64_t end) {
  if (end <= small_committed_) return;
  const std::uint64_t bytes = std::min(round_up(end - small_committed_, kCommitChunk),
                                       small_.base() + small_.bytes() - small_committed_);
  if (mprotect(pointer(small_committed_), bytes, PROT_READ | PROT_WRITE) != 0)
    throw std::system_error(errno, std::generic_category(), "mprotect");
  small_committed_ += bytes;
}

bool Heap::release(std::uint64_t address) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(address);
  if (found == live_.end()) return false;
  in_use_ -= found->second.allocation.bytes;
  rest(found->second);
  live_.erase(found);
  return true;
}

void Heap::release_all_but(const std::set<std::uint64_t>& kept) {
  const std::lock_guard lock(mutex_);
  std::erase_if(live_, [&](const auto& live) {
    if (kept.contains(live.first)) return false;
    in_use_ -= live.second.allocation.bytes;
    rest(live.second);
    return true;
  });
}

void Heap::rest(const Entry& entry) {
  const auto& [allocation, extent] = entry;
  if (small_.contains(extent.start)) {
    dirty_.fill(pointer(allocation.address), allocation.bytes, ++serial_);
    resting_small_bytes_ += extent.bytes;
  } else {
    // A fresh mapping gives the memory back to the system as well.
    if (mmap(pointer(extent.start), extent.bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
      throw std::system_error(errno, std::generic_category(), "mmap");
    resting_large_bytes_ += extent.bytes;
  }
  resting_.emplace(allocation.address, entry);
  resting_order_.push_back(allocation.address);
  while (resting_small_bytes_ > kSmallRest || resting_large_bytes_ > large_.bytes() / 2)
    wake_the_oldest();
}

void Heap::wake_the_oldest() {
  const auto oldest = resting_.find(resting_order_.front());
  const Extent extent = oldest->second.extent;
  const bool small = small_.contains(extent.start);
  (small ? small_ : large_).give_back(extent.start, extent.bytes);
  (small ? resting_small_bytes_ : resting_large_bytes_) -= extent.bytes;
  resting_.erase(oldest);
  resting_order_.pop_front();
}

std::optional<Allocation> Heap::find(std::uint64_t address) const {
  const std::lock_guard lock(mutex_);
  const auto found = holder(live_, address);
  if (found == live_.end()) return std::nullopt;
  const Allocation& allocation = found->second.allocation;
  if (address - allocation.address >= allocation.bytes) return std::nullopt;
  return allocation;
}

std::optional<std::pair<Allocation, bool>> Heap::nearest(std::uint64_t address) const {
  const std::lock_guard lock(mutex_);
  if (!contains(address)) return std::nullopt;
  const auto live = holder(live_, address);
  const auto resting = holder(resting_, address);
  const bool has_live = live != live_.end(), has_resting = resting != resting_.end();
  if (!has_live && !has_resting) return std::nullopt;
  if (!has_resting || (has_live && live->first > resting->first))
    return std::pair(live->second.allocation, true);
  return std::pair(resting->second.allocation, false);
}

std::vector<Allocation> Heap::live() const {
  const std::lock_guard lock(mutex_);
  std::vector<Allocation> all;
  for (const auto& [address, entry] : live_) all.push_back(entry.allocation);
  return all;
}

std::uint64_t Heap::initial_word(const Allocation& allocation, std::uint64_t address) const {
  return dirty_.word(allocation.fill_salt, (address - allocation.fill_origin) / 8);
}

std::size_t Heap::bytes_in_use() const {
  const std::lock_guard lock(mutex_);
  return in_use_;
}

}  // namespace simt
