// SPDX-License-Identifier: Apache-2.0
/// Stacks for fibers: reserved in slabs, committed by the kernel only where touched, guarded at
/// their low end, their tops staggered over 16 KiB so that they do not collide in the caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt {

struct Stack {
  /// One past the highest usable byte, 64-byte aligned.
  std::byte* top = nullptr;
  /// Usable bytes below `top`.
  std::size_t bytes = 0;

  bool contains(std::uintptr_t address) const {
    const auto end = reinterpret_cast<std::uintptr_t>(top);
    return address < end && address >= end - bytes;
  }
  /// Whether `address` lies in the guard below the stack, where an overflow strikes first.
  bool guards(std::uintptr_t address) const;
};

/// Hands out stacks of one size. Not thread-safe: every OS thread that runs fibers has its own.
class StackPool {
 public:
  /// Usable bytes of each stack; rounded up to whole pages.
  explicit StackPool(std::size_t stack_bytes);
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  /// Throws std::bad_alloc where the address space is exhausted. Stacks are given back all at once,
  /// by the pool's end; fibers keep theirs for reuse.
  Stack allocate();

 private:
  void reserve_slab();

  std::size_t stack_bytes_;
  std::size_t stride_;
  std::vector<std::byte*> slabs_;
  std::size_t used_in_slab_ = 0;
  std::size_t count_ = 0;
};

}  // namespace simt
