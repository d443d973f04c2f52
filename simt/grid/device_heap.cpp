// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/device_heap.h"

#include <boost/interprocess/managed_external_buffer.hpp>
#include <utility>

namespace simt {

struct DeviceHeap::Region {
  Region(void* memory, std::size_t bytes)
      : memory(memory), bytes(bytes), buffer(boost::interprocess::create_only, memory, bytes) {}
  void* memory;
  std::size_t bytes;
  boost::interprocess::managed_external_buffer buffer;
  std::unordered_set<void*> allocated;
};

DeviceHeap::DeviceHeap() = default;
DeviceHeap::~DeviceHeap() = default;

void DeviceHeap::set_source(Source source) {
  const std::lock_guard lock(mutex_);
  source_ = std::move(source);
}

bool DeviceHeap::set_limit(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (region_) return false;
  limit_ = bytes;
  return true;
}

std::size_t DeviceHeap::limit() const {
  const std::lock_guard lock(mutex_);
  return limit_;
}

bool DeviceHeap::ensure_region() {
  if (region_) return true;
  void* memory = source_ ? source_(limit_) : nullptr;
  if (memory == nullptr) return false;
  region_ = std::make_unique<Region>(memory, limit_);
  return true;
}

void* DeviceHeap::allocate(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (!ensure_region()) return nullptr;
  void* pointer = region_->buffer.allocate_aligned(bytes == 0 ? 1 : bytes, 16, std::nothrow);
  if (pointer != nullptr) region_->allocated.insert(pointer);
  return pointer;
}

bool DeviceHeap::release(void* pointer) {
  if (pointer == nullptr) return true;
  const std::lock_guard lock(mutex_);
  if (!region_ || region_->allocated.erase(pointer) == 0) return false;
  region_->buffer.deallocate(pointer);
  return true;
}

const void* DeviceHeap::region() const {
  const std::lock_guard lock(mutex_);
  return region_ ? region_->memory : nullptr;
}

DeviceHeap::State DeviceHeap::state() const {
  const std::lock_guard lock(mutex_);
  return region_ ? State{true, region_->allocated} : State{};
}

void DeviceHeap::restore(const State& state) {
  const std::lock_guard lock(mutex_);
  if (!region_) return;
  if (state.in_use)
    region_->allocated = state.allocated;
  else
    // Anew, and at the same place.
    region_ = std::make_unique<Region>(region_->memory, region_->bytes);
}

void DeviceHeap::reset() {
  const std::lock_guard lock(mutex_);
  region_.reset();
}

}  // namespace simt
