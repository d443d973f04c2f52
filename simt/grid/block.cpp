// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/block.h"

#include <bit>

#include "simt/schedule/random.h"

namespace simt {

Index3 unflatten(std::uint64_t number, const Extent3& extent) {
  return {static_cast<std::uint32_t>(number % extent.x),
          static_cast<std::uint32_t>(number / extent.x % extent.y),
          static_cast<std::uint32_t>(number / extent.x / extent.y)};
}

void ThreadQueue::reset(std::size_t capacity) {
  const std::size_t size = std::bit_ceil(capacity + 1);
  if (slots_.size() < size) slots_.resize(size);
  mask_ = static_cast<std::uint32_t>(slots_.size() - 1);
  head_ = tail_ = 0;
}

void Block::prepare(const Launch& launch, std::uint64_t number, std::uint64_t seed) {
  const auto count = static_cast<std::uint32_t>(launch.block.count());
  number_ = number;
  index_ = unflatten(number, launch.grid);
  // A thread's record is set up when it starts; until then only its state is looked at, and every
  // thread of a block that ran before has exited.
  extent_ = launch.block;
  threads_.resize(count);
  warps_.resize((count + 31) / 32);
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    const std::uint32_t lanes =
        std::min<std::uint32_t>(32, count - static_cast<std::uint32_t>(i) * 32);
    warps_[i].live = static_cast<std::uint32_t>((std::uint64_t{1} << lanes) - 1);
    warps_[i].barrier_site = nullptr;
    warps_[i].meetings.clear();
  }
  runnable_.reset(count);
  polled_.reset(count);
  at_barrier_.clear();
  tallies_[0] = tallies_[1] = {};
  joins_.fill({});
  next_unstarted_ = 0;
  live_ = count;
  barriers_ = 0;
  at_grid_barrier_ = 0;
  grid_barriers_passed_ = 0;
  at_active_mask_ = 0;
  arena_.prepare(launch.static_shared_bytes, launch.dynamic_shared_bytes, derive(seed, number));
}

Thread& Block::start(std::uint32_t linear) {
  Thread& thread = threads_[linear];
  thread = Thread{};
  thread.linear = static_cast<std::uint16_t>(linear);
  thread.index = unflatten(linear, extent_);
  thread.state = ThreadState::kRunnable;
  return thread;
}

void Block::begin_poll_round() { std::swap(runnable_, polled_); }

Thread& Block::lane_of(const Warp& warp, unsigned lane) {
  return threads_[static_cast<std::size_t>(&warp - warps_.data()) * 32 + lane];
}

Thread* Block::compare_at_join(Thread& thread, unsigned join) {
  const std::uint64_t bit = std::uint64_t{1} << join;
  if ((thread.joins & bit) != 0) return nullptr;
  thread.joins |= bit;
  Join& first = joins_[join];
  if (!first.passed) {
    first = {true, thread.linear, thread.barriers};
    return nullptr;
  }
  return first.barriers == thread.barriers ? nullptr : &threads_[first.thread];
}

bool Block::arrive_at_collective(Thread& thread, CollectiveKind kind, std::uint32_t mask,
                                 const Contribution& contribution) {
  Warp& warp = warps_[thread.warp()];
  std::size_t place = 0;
  while (place < warp.meetings.size() &&
         !(warp.meetings[place].mask == mask && warp.meetings[place].kind == kind)) {
    ++place;
  }
  if (place == warp.meetings.size()) {
    warp.meetings.emplace_back();
    warp.meetings.back().kind = kind;
    warp.meetings.back().mask = mask;
  }
  Meeting& meeting = warp.meetings[place];
  meeting.lanes[thread.lane()] = contribution;
  meeting.arrived |= std::uint32_t{1} << thread.lane();
  thread.state = ThreadState::kInCollective;
  return complete_if_all_arrived(warp, place, &thread);
}

bool Block::complete_if_all_arrived(Warp& warp, std::size_t place, Thread* last) {
  Meeting& meeting = warp.meetings[place];
  if ((meeting.mask & warp.live & ~meeting.arrived) != 0) return false;
  for (std::uint32_t lanes = meeting.arrived; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    Thread& thread = lane_of(warp, lane);
    thread.result = meeting.result_for(lane);
    if (&thread == last) {
      thread.state = ThreadState::kRunnable;
    } else {
      make_runnable(thread);
    }
  }
  warp.meetings.erase(warp.meetings.begin() + static_cast<std::ptrdiff_t>(place));
  return true;
}

bool Block::answer_active_masks(std::uint32_t subset) {
  bool answered = false;
  for (Warp& warp : warps_) {
    std::uint32_t asking = 0;
    for (std::uint32_t lanes = warp.live; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      if (lane_of(warp, lane).state == ThreadState::kAtActiveMask) asking |= 1u << lane;
    }
    while (asking != 0) {
      const void* place = lane_of(warp, static_cast<unsigned>(std::countr_zero(asking))).where;
      std::uint32_t together = 0;
      for (std::uint32_t lanes = asking; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
        if (lane_of(warp, lane).where == place) together |= 1u << lane;
      }
      if ((together & subset) != 0) together &= subset;
      for (std::uint32_t lanes = together; lanes != 0; lanes &= lanes - 1) {
        Thread& thread = lane_of(warp, static_cast<unsigned>(std::countr_zero(lanes)));
        thread.result = together;
        make_runnable(thread);
      }
      asking &= ~together;
      answered = true;
    }
  }
  return answered;
}

bool Block::arrive_at_grid_barrier(Thread& thread) {
  thread.state = ThreadState::kAtGridBarrier;
  return ++at_grid_barrier_ == live_;
}

void Block::pass_grid_barrier() {
  for (Thread& thread : threads_) {
    if (thread.state == ThreadState::kAtGridBarrier) make_runnable(thread);
  }
  at_grid_barrier_ = 0;
  ++grid_barriers_passed_;
}

bool Block::exit(Thread& thread) {
  thread.state = ThreadState::kExited;
  thread.fiber = nullptr;
  --live_;
  Warp& warp = warps_[thread.warp()];
  warp.live &= ~(std::uint32_t{1} << thread.lane());
  bool completed = false;
  for (std::size_t place = warp.meetings.size(); place-- > 0;) {
    completed = complete_if_all_arrived(warp, place, nullptr) || completed;
  }
  if (live_ > 0 && at_barrier_.size() == live_) {
    release_barrier();
    completed = true;
  }
  return completed;
}

}  // namespace simt
