// SPDX-License-Identifier: Apache-2.0
/// The explorer executor: decides, at every decision point of a launch, which thread of which
/// resident block goes on. All run on one OS thread, so that the schedule is what the strategies
/// make it and nothing else. The worker (simt/grid/worker.h) switches stacks.
///
/// Up to 64 resident blocks take part in the choice at a time. Where they all wait, others take
/// their places, up to the number that the device can hold.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "simt/grid/late_stores.h"
#include "simt/grid/launch_run.h"
#include "simt/grid/resident_block.h"
#include "simt/observe/observer.h"
#include "simt/schedule/schedule.h"

namespace simt {

/// One switch that a schedule made where the sequential one would not have: for the story.
struct SwitchRecord {
  Deviation deviation;
  /// Where the thread that was left stood, and where the next one stood before and after it ran.
  ThreadStop left;
  /// Whether the thread that was left could have gone on.
  bool interrupted = false;
  ThreadStop from;
  ThreadStop to;
};

/// What a run under a schedule was like.
struct ScheduleTrace {
  /// Decision points and memory accesses.
  std::uint64_t steps = 0;
  std::uint64_t decisions = 0;
  /// Depends on every decision.
  std::uint64_t hash = 0;
  /// Where asked for: where the schedule left the sequential one.
  std::vector<SwitchRecord> switches;
};

struct RunOptions {
  /// Whether the trace tells where the schedule left the sequential one.
  bool record_switches = false;
  /// Is told of every access of the checked image; null where nobody is.
  Observer* observer = nullptr;
};

class Explorer {
 public:
  /// Blocks whose memory is used again from one launch to the next.
  using Pool = std::vector<std::unique_ptr<ResidentBlock>>;

  Explorer(LaunchRun& run, const ScheduleSpec& spec, const RunOptions& options, Pool& pool);
  ~Explorer();

  struct Turn {
    Block* block = nullptr;
    Thread* thread = nullptr;
  };
  /// Who goes on, after `current`, which had the last turn, came to a decision point (null at the
  /// beginning). `interrupted`: it could go on with what it was doing. No turn where nobody can go
  /// on; stall() then says why.
  Turn next(Thread* current, bool interrupted);

  enum class Stall { kFinished, kDeadlock, kGridBarrier, kLivelock, kResidency };
  Stall stall() const { return stall_; }
  /// A block that waits in vain.
  Block& stalled_block();
  /// Blocks that have not started, and the next of them.
  std::uint64_t blocks_not_started() const { return unstarted_; }
  std::uint64_t next_unstarted_block() const;

  /// The thread comes to a decision point.
  void count(Thread& thread) {
    ++thread.steps;
    ++step_;
  }
  /// The thread is about to make an access. True where a strategy wants to choose.
  bool access(Thread& thread) {
    count(thread);
    return --patience_ == 0;
  }
  /// The thread, which has the turn, makes the access that is pending.
  void make_access(const Thread& thread) {
    if (late_ || options_.observer != nullptr) [[unlikely]]
      watch_access(thread);
  }
  /// The thread that has the turn orders its accesses for threads in that scope.
  void order_accesses(simt_scope scope);
  /// The thread, which has the turn, spins: it looks again after a while, which is longer every
  /// time, so that threads that wait do not keep the one that they wait for from its turn.
  void poll(Thread& thread);
  /// Time by what was done: every look at the clock takes some as well, so that a thread that waits
  /// for it to pass comes to an end.
  std::uint64_t clock() {
    clock_ += kTicksPerLook;
    return clock_ + step_ * kTicksPerStep;
  }
  /// Somebody got somewhere: what was counted towards a livelock does not count.
  void progress() { fruitless_ = 0; }
  /// The thread leaves a loop in which it spun.
  void spin_done(Thread& thread) { thread.looks = 0; }

  ScheduleTrace take_trace();

 private:
  static constexpr unsigned kSlots = 64;
  static constexpr std::uint64_t kTicksPerStep = 16;
  static constexpr std::uint64_t kTicksPerLook = 1024;

  class BlockLevel;
  class WarpLevel;
  class LaneLevel;

  struct Choice {
    unsigned slot = 0;
    unsigned warp = 0;
    unsigned lane = 0;
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  /// Who came to a decision point, and where.
  struct Arrival {
    ThreadNumber thread = kNobody;
    std::uint64_t step = 0;
    ThreadStop stop;
    bool interrupted = false;
  };
  struct Polled {
    std::uint64_t wake_at;
    /// How many polls came before: of those that wake at once, the first first.
    std::uint64_t poll;
    ResidentBlock* block;
    Thread* thread;

    bool operator>(const Polled& other) const {
      return std::tie(wake_at, poll) > std::tie(other.wake_at, other.poll);
    }
  };
  struct Strategies {
    std::unique_ptr<Strategy> blocks;
    std::unique_ptr<Strategy> warps;
    std::unique_ptr<Strategy> lanes;
  };

  // What is seen of accesses.

  AccessEvent event_of(const Thread& thread) const;
  void watch_access(const Thread& thread);
  void tell(const AccessEvent& event);
  /// Whether others see the access late, or do not see it at all.
  bool is_late(const Thread& thread, const AccessEvent& event);
  bool should_be_late(const Thread& thread, const AccessEvent& store);

  // Who could go on.

  void settle(Thread* current);
  void wake(const Polled& polled);
  void wake_due();
  /// Keeps a block that has not started among those that may be chosen.
  void offer_fresh_block();
  void put_into(unsigned slot, std::uint64_t number);
  void note_ready(unsigned slot);
  /// Where nobody can go on: lets somebody. False where nothing helps.
  bool revive();
  bool answer_active_masks();
  bool pass_grid_barrier();
  bool rotate();
  bool wake_all_polled();
  void park(unsigned slot);
  void unpark(std::unique_ptr<ResidentBlock> block);
  Stall diagnose() const;

  // Who goes on.

  Choice choose(Strategies& strategies, bool interrupted) const;
  bool deviate(const Arrival& arrival, Choice& choice);
  Turn take(const Arrival& arrival, const Choice& choice, bool record);
  ThreadNumber number_of(const Choice& choice) const;
  Arrival arrival_of(const Thread* current, bool interrupted) const;
  std::uint64_t shortest_patience() const;

  LaunchRun& run_;
  ScheduleSpec spec_;
  Strategies strategies_;
  /// Those of them that choose at accesses as well.
  std::vector<Strategy*> impatient_;
  /// The sequential schedule, from which deviations are counted.
  Strategies base_;
  std::map<std::pair<ThreadNumber, std::uint64_t>, ThreadNumber> deviations_;
  /// Stores that are seen late, by thread and step.
  std::set<std::pair<ThreadNumber, std::uint64_t>> late_deviations_;
  RunOptions options_;
  std::optional<LateStores> late_;

  Pool& pool_;
  std::array<std::unique_ptr<ResidentBlock>, kSlots> slots_;
  std::array<std::uint64_t, kSlots> block_numbers_{};
  std::uint64_t used_slots_ = 0;
  std::uint64_t ready_slots_ = 0;
  std::deque<std::unique_ptr<ResidentBlock>> parked_;
  std::uint64_t resident_ = 0;
  /// Slot of the block that is offered and has not started; -1 where there is none.
  int fresh_slot_ = -1;
  std::uint64_t unstarted_;

  int last_slot_ = -1;
  ResidentBlock* last_block_ = nullptr;
  std::priority_queue<Polled, std::vector<Polled>, std::greater<>> polled_;
  std::uint64_t polls_ = 0;
  std::uint64_t step_ = 0;
  std::uint64_t patience_ = 1;
  std::uint64_t fruitless_ = 0;
  std::uint64_t clock_ = 0;
  Stall stall_ = Stall::kFinished;
  ScheduleTrace trace_;
  /// The thread that was let go on by a switch that was recorded, while it does, and which of
  /// trace_.switches that is.
  const Thread* switched_to_ = nullptr;
  std::size_t switch_ = 0;
};

}  // namespace simt
