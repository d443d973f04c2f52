// SPDX-License-Identifier: Apache-2.0
/// Reserved address ranges: see simt/memory/address_space.h.
#include "simt/memory/address_space.h"

#include <sys/mman.h>

#include <cerrno>
#include <iterator>
#include <system_error>

namespace simt {

AddressSpace::AddressSpace(std::uint64_t base, std::uint64_t bytes) : base_(base), bytes_(bytes) {
  void* const wanted = reinterpret_cast<void*>(base);
  void* const got = mmap(wanted, bytes, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != wanted) throw std::system_error(errno, std::generic_category(), "reserving addresses");
  insert_hole(base, bytes);
}

AddressSpace::~AddressSpace() { munmap(reinterpret_cast<void*>(base_), bytes_); }

std::optional<std::uint64_t> AddressSpace::take(std::uint64_t bytes) {
  const auto fit = holes_by_size_.lower_bound({bytes, 0});
  if (fit == holes_by_size_.end()) return std::nullopt;
  const auto [hole_bytes, start] = *fit;
  erase_hole(holes_.find(start));
  if (hole_bytes > bytes) insert_hole(start + bytes, hole_bytes - bytes);
  return start;
}

void AddressSpace::give_back(std::uint64_t start, std::uint64_t bytes) {
  const auto after = holes_.lower_bound(start);
  if (after != holes_.end() && after->first == start + bytes) {
    bytes += after->second;
    erase_hole(after);
  }
  const auto next = holes_.lower_bound(start);
  if (next != holes_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == start) {
      start = before->first;
      bytes += before->second;
      erase_hole(before);
    }
  }
  insert_hole(start, bytes);
}

void AddressSpace::insert_hole(std::uint64_t start, std::uint64_t bytes) {
  holes_.emplace(start, bytes);
  holes_by_size_.emplace(bytes, start);
}

void AddressSpace::erase_hole(std::map<std::uint64_t, std::uint64_t>::iterator hole) {
  holes_by_size_.erase({hole->second, hole->first});
  holes_.erase(hole);
}

}  // namespace simt
