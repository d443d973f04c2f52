// SPDX-License-Identifier: Apache-2.0
/// Stand-ins for host pointers: see simt/memory/argument_guard.h.
#include "simt/memory/argument_guard.h"

#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace simt {
namespace {

constexpr std::uint64_t kBase = 0x4000'0000'0000;
/// What a kernel may add to or subtract from an argument, each half of this, and stay in its slot.
constexpr std::uint64_t kSlotBytes = std::uint64_t{1} << 38;
constexpr std::uint64_t kLowBits = 0xfffff;

/// The address that slot `slot` gives out for `address`.
std::uint64_t stand_in(std::size_t slot, std::uint64_t address) {
  return kBase + slot * kSlotBytes + kSlotBytes / 2 + (address & kLowBits);
}

}  // namespace

ArgumentGuard::ArgumentGuard() {
  void* const wanted = reinterpret_cast<void*>(kBase);
  if (mmap(wanted, kSlots * kSlotBytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != wanted)
    throw std::system_error(errno, std::generic_category(), "reserving addresses");
}

ArgumentGuard::~ArgumentGuard() { munmap(reinterpret_cast<void*>(kBase), kSlots * kSlotBytes); }

std::uint64_t ArgumentGuard::replace(std::uint64_t address, std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  for (std::size_t slot = 0; slot < kSlots; ++slot)
    if (slots_[slot].address == address && slots_[slot].number == number)
      return stand_in(slot, address);
  const std::size_t slot = next_++ % kSlots;
  slots_[slot] = {address, number};
  return stand_in(slot, address);
}

std::optional<ArgumentGuard::Argument> ArgumentGuard::original_of(std::uint64_t address) const {
  if (address - kBase >= kSlots * kSlotBytes) return std::nullopt;
  const std::size_t slot = (address - kBase) / kSlotBytes;
  const std::lock_guard lock(mutex_);
  const Argument& argument = slots_[slot];
  return Argument{argument.address + (address - stand_in(slot, argument.address)), argument.number};
}

}  // namespace simt
