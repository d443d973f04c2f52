// SPDX-License-Identifier: Apache-2.0
/// A reserved range of virtual addresses at a fixed place, and which parts of it are taken.
/// Reserving costs no memory: nothing in the range can be accessed until its owner maps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace simt {

class AddressSpace {
 public:
  /// Throws std::system_error where something else lies in the range.
  AddressSpace(std::uint64_t base, std::uint64_t bytes);
  ~AddressSpace();
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

  /// The start of `bytes` bytes that were free, best fit, lowest address first; empty where no hole
  /// is large enough.
  std::optional<std::uint64_t> take(std::uint64_t bytes);
  /// Gives back what take() returned.
  void give_back(std::uint64_t start, std::uint64_t bytes);

  std::uint64_t base() const { return base_; }
  std::uint64_t bytes() const { return bytes_; }
  bool contains(std::uint64_t address) const { return address - base_ < bytes_; }

 private:
  void insert_hole(std::uint64_t start, std::uint64_t bytes);
  void erase_hole(std::map<std::uint64_t, std::uint64_t>::iterator hole);

  std::uint64_t base_;
  std::uint64_t bytes_;
  /// Start to size, and the same by size.
  std::map<std::uint64_t, std::uint64_t> holes_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> holes_by_size_;
};

}  // namespace simt
