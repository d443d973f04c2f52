// SPDX-License-Identifier: Apache-2.0
/// A resident block: its threads, who of them may run, its barrier, its warps' collectives. It
/// decides what is complete; the worker (simt/grid/worker.h) switches stacks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/grid/collective.h"
#include "simt/grid/launch.h"
#include "simt/grid/shared_arena.h"
#include "simt/grid/thread.h"

namespace simt {

/// The index of the thread or block with that number in an extent, x innermost.
Index3 unflatten(std::uint64_t number, const Extent3& extent);

struct Warp {
  /// Lanes that exist and have not exited.
  std::uint32_t live = 0;
  /// Code address where the first lane reached the block barrier that is being assembled.
  const void* barrier_site = nullptr;
  std::uint16_t barrier_first = 0;
  std::vector<Meeting> meetings;
};

/// Predicates of a barrier's arrivals, for __syncthreads_count, _and and _or.
struct BarrierTally {
  std::uint32_t arrived = 0;
  std::uint32_t true_count = 0;
};

/// Indices of threads in the order in which they became runnable.
class ThreadQueue {
 public:
  void reset(std::size_t capacity);
  bool empty() const { return head_ == tail_; }
  void push(std::uint16_t thread) { slots_[tail_++ & mask_] = thread; }
  std::uint16_t pop() { return slots_[head_++ & mask_]; }

 private:
  std::vector<std::uint16_t> slots_;
  std::uint32_t mask_ = 0;
  std::uint32_t head_ = 0;
  std::uint32_t tail_ = 0;
};

class Block {
 public:
  /// Makes this the block `number` of `launch`, none of its threads started.
  void prepare(const Launch& launch, std::uint64_t number, std::uint64_t seed);

  const Index3& index() const { return index_; }
  std::uint64_t number() const { return number_; }
  const SharedArena& arena() const { return arena_; }
  bool finished() const { return live_ == 0; }
  std::vector<Thread>& threads() { return threads_; }
  const std::vector<Thread>& threads() const { return threads_; }
  std::vector<Warp>& warps() { return warps_; }

  /// The thread to run next: the longest runnable one, else the next one not started; null if all
  /// wait or have polled.
  Thread* next() {
    if (!runnable_.empty()) return &threads_[runnable_.pop()];
    return next_unstarted_ < threads_.size() ? &start(next_unstarted_++) : nullptr;
  }

  /// Of those that a barrier or a collective released, the one that waited longest; null if none.
  Thread* next_released() { return runnable_.empty() ? nullptr : &threads_[runnable_.pop()]; }
  /// Starts the thread `linear`, which has not started.
  Thread& start(std::uint32_t linear);

  /// The thread gives way; it runs again in the next round of polls.
  void poll(Thread& thread) { polled_.push(thread.linear); }
  bool has_polled() const { return !polled_.empty(); }
  /// Makes the threads that polled runnable again.
  void begin_poll_round();

  /// The thread is at the block barrier. True: that completed it, and all others are runnable.
  bool arrive_at_barrier(Thread& thread, bool predicate);
  /// Tally of the barrier that the thread passed last.
  const BarrierTally& tally(const Thread& thread) const { return tallies_[thread.generation % 2]; }

  /// The thread comes to where the ways through and around a barrier meet. Null, or the thread that
  /// came there for its first time having been to another number of barriers.
  Thread* compare_at_join(Thread& thread, unsigned join);

  /// The thread takes part in a collective. True: that completed it; thread.result is set and the
  /// other lanes are runnable.
  bool arrive_at_collective(Thread& thread, CollectiveKind kind, std::uint32_t mask,
                            const Contribution& contribution);

  /// Answers the lanes that asked for the active mask: those of one warp that asked at one place.
  /// Of those, the ones in `subset` are answered apart from the others: CUDA promises no more.
  /// False where no lane asks.
  bool answer_active_masks(std::uint32_t subset = ~0u);

  /// The thread is at the grid barrier. True: no live thread of the block is elsewhere.
  bool arrive_at_grid_barrier(Thread& thread);
  bool waits_at_grid_barrier() const { return live_ > 0 && at_grid_barrier_ == live_; }
  void pass_grid_barrier();
  std::uint64_t grid_barriers_passed() const { return grid_barriers_passed_; }

  /// The thread has ended. True: that completed a barrier or a collective.
  bool exit(Thread& thread);

 private:
  void make_runnable(Thread& thread) {
    thread.state = ThreadState::kRunnable;
    runnable_.push(thread.linear);
  }
  void release_barrier();
  bool complete_if_all_arrived(Warp& warp, std::size_t meeting, Thread* last);
  Thread& lane_of(const Warp& warp, unsigned lane);

  Extent3 extent_;
  Index3 index_;
  std::uint64_t number_ = 0;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  ThreadQueue runnable_;
  ThreadQueue polled_;
  std::vector<std::uint16_t> at_barrier_;
  BarrierTally tallies_[2];
  /// The thread that came to each barrier join first, and how many barriers it had been to.
  struct Join {
    bool passed = false;
    std::uint16_t thread = 0;
    std::uint32_t barriers = 0;
  };
  std::array<Join, 64> joins_;
  std::uint32_t next_unstarted_ = 0;
  std::uint32_t live_ = 0;
  std::uint32_t barriers_ = 0;
  std::uint32_t at_grid_barrier_ = 0;
  std::uint64_t grid_barriers_passed_ = 0;
  std::uint32_t at_active_mask_ = 0;
  SharedArena arena_;
};

inline bool Block::arrive_at_barrier(Thread& thread, bool predicate) {
  ++thread.barriers;
  thread.generation = barriers_;
  BarrierTally& tally = tallies_[barriers_ % 2];
  ++tally.arrived;
  tally.true_count += predicate ? 1 : 0;
  at_barrier_.push_back(thread.linear);
  thread.state = ThreadState::kAtBarrier;
  if (at_barrier_.size() < live_) return false;
  at_barrier_.pop_back();
  thread.state = ThreadState::kRunnable;
  release_barrier();
  return true;
}

inline void Block::release_barrier() {
  for (const std::uint16_t waiting : at_barrier_) make_runnable(threads_[waiting]);
  at_barrier_.clear();
  for (Warp& warp : warps_) warp.barrier_site = nullptr;
  // The tally of the barrier before this one serves the next: everybody has read it.
  ++barriers_;
  tallies_[barriers_ % 2] = {};
}

}  // namespace simt
