// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/late_stores.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace simt {
namespace {

template <class Map>
auto* find(Map& map, std::uint64_t number) {
  const auto found = map.find(number);
  return found == map.end() ? nullptr : &found->second;
}

}  // namespace

void LateStores::Held::swap() {
  auto* memory = reinterpret_cast<std::byte*>(store.address);
  std::swap_ranges(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(store.bytes), memory);
}

bool LateStores::Held::overlaps(std::uint64_t address, std::uint64_t bytes) const {
  return address < store.address + store.bytes && store.address < address + bytes;
}

void LateStores::show(Buffer& buffer) {
  for (Held& held : buffer) held.swap();
}

void LateStores::hide(Buffer& buffer) {
  for (Held& held : buffer | std::views::reverse) held.swap();
}

LateStores::Buffer* LateStores::of_thread() { return find(of_threads_, running_); }
LateStores::Buffer* LateStores::of_block() { return find(of_blocks_, running_ / kThreadsPerBlock); }
const LateStores::Buffer* LateStores::of_thread() const { return find(of_threads_, running_); }
const LateStores::Buffer* LateStores::of_block() const {
  return find(of_blocks_, running_ / kThreadsPerBlock);
}

void LateStores::run(ThreadNumber thread) {
  if (thread == running_) return;
  const bool same_block =
      running_ != kNobody && running_ / kThreadsPerBlock == thread / kThreadsPerBlock;
  if (!same_block) {
    stop();
  } else if (Buffer* buffer = of_thread()) {
    hide(*buffer);
  }
  running_ = thread;
  if (Buffer* buffer = of_block(); buffer != nullptr && !same_block) show(*buffer);
  if (Buffer* buffer = of_thread()) show(*buffer);
}

void LateStores::stop() {
  if (running_ == kNobody) return;
  if (Buffer* buffer = of_thread()) hide(*buffer);
  if (Buffer* buffer = of_block()) hide(*buffer);
  running_ = kNobody;
}

bool LateStores::hold(const AccessEvent& store) {
  Buffer& buffer = of_threads_[running_];
  if (buffer.size() == kMostOfThread || store.bytes > kWidest) return false;
  Held held{.store = store, .other = {}};
  const auto* memory = reinterpret_cast<const std::byte*>(store.address);
  std::copy_n(memory, store.bytes, held.other.begin());
  buffer.push_back(held);
  return true;
}

bool LateStores::holds(std::uint64_t address, std::uint64_t bytes) const {
  const auto any = [&](const Buffer* buffer) {
    return buffer != nullptr && std::ranges::any_of(*buffer, [&](const Held& held) {
             return held.overlaps(address, bytes);
           });
  };
  return any(of_thread()) || any(of_block());
}

void LateStores::release(std::uint64_t address, std::uint64_t bytes) {
  for (Buffer* buffer : {of_block(), of_thread()}) {
    if (buffer == nullptr) continue;
    std::erase_if(*buffer, [&](const Held& held) {
      const bool released = held.overlaps(address, bytes);
      if (released) tell_(held.store);
      return released;
    });
  }
}

void LateStores::release_to_block() {
  Buffer* thread = of_thread();
  if (thread == nullptr) return;
  Buffer& block = of_blocks_[running_ / kThreadsPerBlock];
  std::ranges::move(*thread, std::back_inserter(block));
  of_threads_.erase(running_);
  if (block.size() > kMostOfBlock) release_first(block, block.size() - kMostOfBlock);
}

void LateStores::release_to_all() {
  for (Buffer* buffer : {of_block(), of_thread()})
    if (buffer != nullptr) release_first(*buffer, buffer->size());
}

void LateStores::end_block() {
  const std::uint64_t number = running_ / kThreadsPerBlock;
  stop();
  const auto block = of_blocks_.find(number);
  if (block == of_blocks_.end()) return;
  std::ranges::move(block->second, std::back_inserter(of_ended_));
  of_blocks_.erase(block);
  if (of_ended_.size() <= kMostOfEnded) return;
  const auto surplus =
      of_ended_.begin() + static_cast<std::ptrdiff_t>(of_ended_.size() - kMostOfEnded);
  Buffer oldest(of_ended_.begin(), surplus);
  of_ended_.erase(of_ended_.begin(), surplus);
  make(oldest);
}

bool LateStores::release_everything() {
  stop();
  bool any = !of_ended_.empty();
  make(of_ended_);
  for (auto& [number, buffer] : std::exchange(of_blocks_, {})) {
    any |= !buffer.empty();
    make(buffer);
  }
  for (auto& [number, buffer] : std::exchange(of_threads_, {})) {
    any |= !buffer.empty();
    make(buffer);
  }
  return any;
}

void LateStores::release_first(Buffer& buffer, std::size_t count) {
  for (const Held& held : buffer | std::views::take(count)) tell_(held.store);
  buffer.erase(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(count));
}

void LateStores::make(Buffer& buffer) {
  show(buffer);
  release_first(buffer, buffer.size());
}

}  // namespace simt
