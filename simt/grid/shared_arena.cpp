// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/shared_arena.h"

#include <sys/mman.h>

#include <new>

#include "simt/memory/dirty_fill.h"

namespace simt {
namespace {

constexpr std::size_t kPage = 4096;
/// The strictest alignment that CUDA gives to shared memory.
constexpr std::size_t kAlignment = 128;
constexpr std::size_t kDynamicAlignment = 16;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

SharedArena::~SharedArena() {
  if (mapping_ != nullptr) munmap(mapping_, capacity_ + kPage);
}

void SharedArena::prepare(std::uint32_t static_bytes, std::uint32_t dynamic_bytes,
                          std::uint64_t seed) {
  const std::size_t dynamic_offset = round_up(static_bytes, kDynamicAlignment);
  bytes_ = dynamic_bytes == 0 ? static_bytes : dynamic_offset + dynamic_bytes;
  const std::size_t room = round_up(bytes_ + kAlignment, kPage);
  if (room > capacity_) {
    if (mapping_ != nullptr) munmap(mapping_, capacity_ + kPage);
    void* memory =
        mmap(nullptr, room + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    mapping_ = static_cast<std::byte*>(memory);
    capacity_ = room;
    mprotect(mapping_ + capacity_, kPage, PROT_NONE);
  }
  base_ = mapping_ + capacity_ - round_up(bytes_, kAlignment);
  dynamic_ = base_ + dynamic_offset;
  DirtyFill(seed).fill(base_, bytes_, 0);
}

}  // namespace simt
