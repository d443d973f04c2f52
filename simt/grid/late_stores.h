// SPDX-License-Identifier: Apache-2.0
/// Stores that other threads see later than they are made. CUDA's memory model lets them: until a
/// fence, plain stores of a thread may reach others in any order (CUDA Programming Guide, "Memory
/// Fence Functions"; PTX ISA, "Memory Consistency Model"). Each thread has a buffer of stores that
/// only it sees; at a barrier they become visible to its block, and at a fence of the device, with
/// the block's, to all: a fence orders also what the thread has seen of others.
///
/// One thread runs at a time, so memory is made to hold what the running thread sees: a store that
/// is held back is undone when another thread gets the turn, and made again when its own goes on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "simt/observe/observer.h"
#include "simt/schedule/schedule.h"

namespace simt {

class LateStores {
 public:
  /// Widest store that can be held back, bytes: the widest of one instruction. PTX ISA, "st".
  static constexpr std::uint64_t kWidest = 16;
  /// As many are held back for a thread, for a block, and of blocks that have ended.
  static constexpr std::size_t kMostOfThread = 8;
  static constexpr std::size_t kMostOfBlock = 256;
  static constexpr std::size_t kMostOfEnded = 4096;

  /// Is told of a store when it becomes visible to all.
  using Tell = std::function<void(const AccessEvent&)>;
  explicit LateStores(Tell tell) : tell_(std::move(tell)) {}

  /// From now on memory holds what `thread` sees.
  void run(ThreadNumber thread);
  /// From now on memory holds what a thread without stores of its own sees.
  void stop();

  // What follows is about the thread that runs.

  /// Holds back the store that the thread is about to make. False where enough are held back.
  bool hold(const AccessEvent& store);
  /// Whether the thread, or its block, holds back a store to any of the place.
  bool holds(std::uint64_t address, std::uint64_t bytes) const;
  /// Makes those visible to all.
  void release(std::uint64_t address, std::uint64_t bytes);
  /// Makes the thread's stores visible to its block; also when it ends.
  void release_to_block();
  /// Makes the thread's and its block's stores visible to all.
  void release_to_all();
  /// The thread's block ends, all its threads have. Nobody runs then.
  void end_block();

  /// Makes the stores of all threads visible to all; nobody runs then. False where none was held
  /// back.
  bool release_everything();

 private:
  struct Held {
    AccessEvent store;
    /// What memory does not hold: while the store is shown, what others see there; while it is
    /// undone, what was stored.
    std::array<std::byte, kWidest> other;

    void swap();
    bool overlaps(std::uint64_t address, std::uint64_t bytes) const;
  };
  /// In the order in which they were made.
  using Buffer = std::vector<Held>;

  static void show(Buffer& buffer);
  static void hide(Buffer& buffer);
  Buffer* of_thread();
  Buffer* of_block();
  const Buffer* of_thread() const;
  const Buffer* of_block() const;
  /// Those at the beginning of a buffer whose stores are shown become visible to all.
  void release_first(Buffer& buffer, std::size_t count);
  /// Makes the stores of a buffer that is hidden.
  void make(Buffer& buffer);

  Tell tell_;
  ThreadNumber running_ = kNobody;
  // By number, so that the order in which they are released is always the same.
  std::map<ThreadNumber, Buffer> of_threads_;
  std::map<std::uint64_t, Buffer> of_blocks_;
  Buffer of_ended_;
};

}  // namespace simt
