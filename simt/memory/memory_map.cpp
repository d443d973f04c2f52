// SPDX-License-Identifier: Apache-2.0
/// Memory by address: see simt/memory/memory_map.h.
#include "simt/memory/memory_map.h"

#include <fmt/format.h>
#include <link.h>

#include <iterator>
#include <mutex>

namespace simt {
namespace {

/// Where an H200's driver reserves addresses when asked for this hint, so that an allocation can
/// have the same address here and there. The others follow, far enough apart for any host's memory.
constexpr std::uint64_t kDeviceBase = 0x2000'0000'0000;
constexpr std::uint64_t kManagedBase = 0x2800'0000'0000;
constexpr std::uint64_t kPinnedBase = 0x3000'0000'0000;
/// More than a host has; it bounds what is reserved, not what is used.
constexpr std::size_t kHostLimit = std::size_t{1} << 40;

/// dl_iterate_phdr callback: stops at the object whose code holds *address.
int holds_code(dl_phdr_info* object, std::size_t, void* address) {
  const auto wanted = *static_cast<const std::uint64_t*>(address);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 &&
        wanted - (object->dlpi_addr + segment.p_vaddr) < segment.p_memsz)
      return 1;
  }
  return 0;
}

std::string describe_nearest(const Heap& heap, const char* kind, std::uint64_t address) {
  const auto nearest = heap.nearest(address);
  if (!nearest) return fmt::format("{} memory that was never allocated", kind);
  const auto& [allocation, live] = *nearest;
  const std::uint64_t offset = address - allocation.address;
  const auto range = fmt::format("{} {} allocation of {} bytes at {:#x}", live ? "a" : "a freed",
                                 kind, allocation.bytes, allocation.address);
  if (offset < allocation.bytes) return fmt::format("byte {} of {}", offset, range);
  return fmt::format("{} bytes behind {}", offset - allocation.bytes + 1, range);
}

}  // namespace

MemoryMap::MemoryMap(std::size_t device_bytes, std::uint64_t seed)
    : device_(kDeviceBase, device_bytes, seed),
      managed_(kManagedBase, kHostLimit, seed),
      pinned_(kPinnedBase, kHostLimit, seed) {}

bool MemoryMap::register_host(std::uint64_t address, std::size_t bytes) {
  if (find(address).kind != MemoryKind::kUnregistered) return false;
  const std::unique_lock lock(registered_mutex_);
  const auto after = registered_.lower_bound(address);
  if (after != registered_.end() && after->first < address + bytes) return false;
  registered_.emplace(address, bytes);
  return true;
}

bool MemoryMap::unregister_host(std::uint64_t address) {
  const std::unique_lock lock(registered_mutex_);
  return registered_.erase(address) != 0;
}

MemoryPlace MemoryMap::find(std::uint64_t address) const {
  const auto in = [address](const Heap& heap, MemoryKind kind) -> MemoryPlace {
    const auto allocation = heap.find(address);
    return allocation ? MemoryPlace{kind, allocation->address, allocation->bytes} : MemoryPlace{};
  };
  if (device_.contains(address)) return in(device_, MemoryKind::kDevice);
  if (managed_.contains(address)) return in(managed_, MemoryKind::kManaged);
  if (pinned_.contains(address)) return in(pinned_, MemoryKind::kPinned);
  const std::shared_lock lock(registered_mutex_);
  const auto after = registered_.upper_bound(address);
  if (after == registered_.begin()) return {};
  const auto& [base, bytes] = *std::prev(after);
  if (address - base >= bytes) return {};
  return {MemoryKind::kRegistered, base, bytes};
}

std::vector<MemoryPlace> MemoryMap::live() const {
  std::vector<MemoryPlace> all;
  const auto add = [&](const Heap& heap, MemoryKind kind) {
    for (const Allocation& allocation : heap.live())
      all.push_back({kind, allocation.address, allocation.bytes});
  };
  add(device_, MemoryKind::kDevice);
  add(managed_, MemoryKind::kManaged);
  add(pinned_, MemoryKind::kPinned);
  const std::shared_lock lock(registered_mutex_);
  for (const auto& [base, bytes] : registered_)
    all.push_back({MemoryKind::kRegistered, base, bytes});
  return all;
}

const Heap* MemoryMap::heap_of(std::uint64_t address) const {
  for (const Heap* heap : {&device_, &managed_, &pinned_})
    if (heap->contains(address)) return heap;
  return nullptr;
}

bool MemoryMap::valid_in_kernels(std::uint64_t address) const {
  if (address == 0 || device_.contains(address) || managed_.contains(address) ||
      pinned_.contains(address))
    return true;
  if (find(address).kind != MemoryKind::kUnregistered) return true;
  return dl_iterate_phdr(holds_code, &address) != 0;
}

std::string MemoryMap::describe(std::uint64_t address) const {
  if (const auto argument = argument_guard_.original_of(address))
    return fmt::format("host pointer {:#x} passed as argument {}", argument->address,
                       argument->number);
  if (device_.contains(address)) return describe_nearest(device_, "device", address);
  if (managed_.contains(address)) return describe_nearest(managed_, "managed", address);
  if (pinned_.contains(address)) return describe_nearest(pinned_, "pinned", address);
  return "which belongs to no allocation";
}

void MemoryMap::reset(const std::set<std::uint64_t>& kept) {
  device_.release_all_but(kept);
  managed_.release_all_but(kept);
  pinned_.release_all_but(kept);
  const std::unique_lock lock(registered_mutex_);
  registered_.clear();
}

}  // namespace simt
