// SPDX-License-Identifier: Apache-2.0
#include "simt/fiber/stack_pool.h"

#include <sys/mman.h>

#include <new>

namespace simt {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kGuardBytes = 4 * kPage;
constexpr std::size_t kStaggerBytes = 16 * 1024;
constexpr std::size_t kStacksPerSlab = 64;

/// Guards made by mprotect split the mapping, and Linux allows 65530 mappings a process; guards
/// made by madvise do not, where the kernel (6.13 and newer) has them.
constexpr std::size_t kMostProtectedGuards = 16 * 1024;
constexpr int kAdviseGuardInstall = 102;

void install_guard(std::byte* low_end, std::size_t stacks_before) {
  if (madvise(low_end, kGuardBytes, kAdviseGuardInstall) == 0) return;
  if (stacks_before < kMostProtectedGuards) mprotect(low_end, kGuardBytes, PROT_NONE);
}

}  // namespace

bool Stack::guards(std::uintptr_t address) const {
  const auto low_end = reinterpret_cast<std::uintptr_t>(top) - bytes;
  return address < low_end && address >= low_end - kGuardBytes;
}

StackPool::StackPool(std::size_t stack_bytes)
    : stack_bytes_((stack_bytes + kPage - 1) / kPage * kPage),
      stride_(stack_bytes_ + kStaggerBytes + kGuardBytes) {}

StackPool::~StackPool() {
  for (std::byte* slab : slabs_) munmap(slab, stride_ * kStacksPerSlab);
}

void StackPool::reserve_slab() {
  void* memory = mmap(nullptr, stride_ * kStacksPerSlab, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  madvise(memory, stride_ * kStacksPerSlab, MADV_NOHUGEPAGE);
  slabs_.push_back(static_cast<std::byte*>(memory));
  used_in_slab_ = 0;
}

Stack StackPool::allocate() {
  if (slabs_.empty() || used_in_slab_ == kStacksPerSlab) reserve_slab();
  std::byte* low_end = slabs_.back() + used_in_slab_ * stride_;
  ++used_in_slab_;
  install_guard(low_end, count_);
  // 17 cache lines a step visits every 64-byte place of the 16 KiB before it repeats.
  const std::size_t stagger = count_ * 17 * 64 % kStaggerBytes;
  ++count_;
  return {low_end + stride_ - stagger, stride_ - stagger - kGuardBytes};
}

}  // namespace simt
