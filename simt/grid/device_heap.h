// SPDX-License-Identifier: Apache-2.0
/// The heap that kernels allocate from. CUDA Programming Guide, "Dynamic Global Memory Allocation
/// and Operations": it has a fixed size, is set up at the first use, and its pointers are the
/// device's own.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_set>

namespace simt {

class DeviceHeap {
 public:
  /// Memory for a heap of that many bytes, from the device; null where there is none.
  using Source = std::function<void*(std::size_t bytes)>;

  DeviceHeap();
  ~DeviceHeap();

  void set_source(Source source);
  /// Takes effect at the next first use; false where the heap is in use already.
  bool set_limit(std::size_t bytes);
  std::size_t limit() const;

  /// 16-byte aligned; null where the heap is exhausted.
  void* allocate(std::size_t bytes);
  /// Null is ignored. False where `pointer` did not come from allocate().
  bool release(void* pointer);

  /// Forgets everything, as a device reset does.
  void reset();

  /// The memory that the heap lies in; null before the first use.
  const void* region() const;

  /// What is allocated. The memory itself is put back by others.
  struct State {
    bool in_use = false;
    std::unordered_set<void*> allocated;
  };
  State state() const;
  void restore(const State& state);

 private:
  struct Region;
  bool ensure_region();

  mutable std::mutex mutex_;
  Source source_;
  std::size_t limit_ = 8 * 1024 * 1024;
  std::unique_ptr<Region> region_;
};

}  // namespace simt
