// SPDX-License-Identifier: Apache-2.0
/// Everything that the device can access, by address: its own memory, managed memory, pinned
/// memory, and host memory that the program registered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>
#include <vector>

#include "simt/memory/argument_guard.h"
#include "simt/memory/heap.h"

namespace simt {

enum class MemoryKind { kUnregistered, kDevice, kManaged, kPinned, kRegistered };

/// The live allocation or registration that holds an address; kUnregistered, base and bytes 0,
/// where there is none.
struct MemoryPlace {
  MemoryKind kind = MemoryKind::kUnregistered;
  std::uint64_t base = 0;
  std::size_t bytes = 0;
};

class MemoryMap {
 public:
  /// `device_bytes` is the device's memory.
  MemoryMap(std::size_t device_bytes, std::uint64_t seed);

  Heap& device() { return device_; }
  const Heap& device() const { return device_; }
  Heap& managed() { return managed_; }
  Heap& pinned() { return pinned_; }
  ArgumentGuard& argument_guard() { return argument_guard_; }

  /// False where part of the range is registered or pinned already.
  bool register_host(std::uint64_t address, std::size_t bytes);
  /// False where no registration starts at `address`.
  bool unregister_host(std::uint64_t address);

  MemoryPlace find(std::uint64_t address) const;
  /// Everything that find() finds, by kind and address.
  std::vector<MemoryPlace> live() const;
  /// Device, managed or pinned memory that holds the address; null where there is none.
  const Heap* heap_of(std::uint64_t address) const;
  /// Whether a kernel may be given this address: accessible, in one of the ranges above (where the
  /// hardware's own protection decides), null, or code.
  bool valid_in_kernels(std::uint64_t address) const;
  /// What an address that a kernel could not access is, for a finding: "4 bytes behind an
  /// allocation of 400 bytes at 0x…", "host pointer 0x… passed as argument 2". Empty where nothing
  /// is known.
  std::string describe(std::uint64_t address) const;

  /// Ends all registrations, and all allocations but those that start at an address of `kept`.
  void reset(const std::set<std::uint64_t>& kept);

 private:
  Heap device_;
  Heap managed_;
  Heap pinned_;
  ArgumentGuard argument_guard_;
  std::map<std::uint64_t, std::size_t> registered_;
  mutable std::shared_mutex registered_mutex_;
};

}  // namespace simt
