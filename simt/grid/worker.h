// SPDX-License-Identifier: Apache-2.0
/// One OS thread that runs blocks. It keeps every block it starts until that block ends; within a
/// block it runs thread after thread on one stack, and only a thread that waits keeps its stack.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "simt/abi/builtin_variables.h"
#include "simt/fiber/fiber.h"
#include "simt/fiber/stack_pool.h"
#include "simt/grid/block.h"
#include "simt/grid/explorer.h"
#include "simt/grid/launch_run.h"

namespace simt {

class Machine;

/// Iterations of a spin loop before the thread gives way: few enough to notice a change soon,
/// enough that a loop which retries a compare-and-swap hardly ever pays for a switch.
inline constexpr std::uint32_t kPollBudget = 32;

/// A signal that interrupted a kernel.
struct Fault {
  int signal = 0;
  int code = 0;
  std::uintptr_t address = 0;
  /// Where in the program; of a call to a wrong address the call, not the address.
  const void* instruction = nullptr;
  /// What the instruction did with the address, as in "read of address 0".
  const char* access = "";
};

class Worker {
 public:
  /// The worker that runs a launch on the calling OS thread; null where none does.
  static Worker* active() { return active_; }
  /// The same, for code that kernels call.
  static Worker& current() { return *active_; }

  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Takes part in `run` until no block is left for this worker or the launch fails.
  void run(LaunchRun& run, Machine& machine);

  /// Runs all of `run` on this OS thread under the schedule that `explorer` decides on.
  void run(LaunchRun& run, Machine& machine, Explorer& explorer);
  Explorer::Pool& block_pool() { return block_pool_; }

  /// Whether the OS thread is inside a kernel, on a fiber's stack.
  bool in_kernel() const { return in_kernel_; }

  // What follows is called by kernels, through simt/abi, on a fiber's stack. `where` is the code
  // address in the kernel.

  Machine& machine() { return *machine_; }
  const Index3& block_index() const;
  const SharedArena& shared_arena() const;
  /// The stack that the calling thread runs on.
  const Stack& stack() const { return fiber_->stack(); }

  /// Waits at the block barrier; returns how its arrivals' predicates came out.
  BarrierTally barrier(const void* where, bool predicate);
  void barrier_join(const void* where, unsigned join);
  std::uint64_t collective(const void* where, CollectiveKind kind, std::uint32_t mask,
                           const Contribution& contribution);
  std::uint32_t active_mask(const void* where);
  void grid_barrier(const void* where);
  /// Lets others run before the calling thread goes on.
  void poll(const void* where);
  void spin_done();
  /// The calling thread is about to access `bytes` bytes at `address`.
  void access(const void* address, std::uint64_t bytes, const simt_site_record& site);
  /// The calling thread orders its accesses for threads in that scope.
  void order_accesses(simt_scope scope);
  /// The calling thread is about to pass a fence.
  void fence(const simt_site_record& site);

  /// What clocks show where the schedule is given, and time with it; empty elsewhere.
  std::optional<std::uint64_t> logical_clock() {
    if (explorer_ == nullptr) return std::nullopt;
    return explorer_->clock();
  }

  /// Ends the launch because of what the calling thread did.
  [[noreturn]] void fail(FindingKind kind, std::string cause, const void* where);

  /// While one lives, the kernel is inside a function of the machine, called at `where`, that no
  /// timeout may abandon.
  class InMachine {
   public:
    InMachine(Worker& worker, const void* where) : worker_(worker) { worker_.in_machine_ = where; }
    ~InMachine() { worker_.in_machine_ = nullptr; }
    InMachine(const InMachine&) = delete;
    InMachine& operator=(const InMachine&) = delete;

   private:
    Worker& worker_;
  };

  // What follows is called by the fault handler and the watchdog (simt/grid/fault.cpp).

  bool may_be_abandoned() const { return in_kernel_ && in_machine_ == nullptr; }
  /// Where a faulted kernel continues: on a stack of its own, to report and leave.
  std::byte* landing_stack_top();
  [[noreturn]] void land();
  Fault fault;
  /// Rises with every decision point; a watchdog sees whether it does.
  std::atomic<std::uint64_t> decisions{0};
  pthread_t os_thread = pthread_self();

 private:
  enum class BlockState { kFinished, kParked, kFailed };

  static void run_threads();
  static void run_whole_blocks();

  void prepare(LaunchRun& run, Machine& machine);
  void finish();
  bool take_part();
  void start_next_block();
  BlockState resume(Block& block);
  void run_parked();
  void account(bool progressed);
  void run_blocks_whole();
  void enter_block(const Index3& index, const SharedArena& arena);
  void enter(Thread& thread);
  void count_decision() {
    decisions.store(decisions.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  void set_current(Thread& thread);
  Fiber* idle_fiber();
  Fiber& new_fiber();
  /// Gives way to another thread of the block. The calling thread is in whatever queue or waiting
  /// state wakes it.
  void suspend();
  /// The calling thread has come to a decision point, and could go on if `interrupted`: the
  /// explorer says who does.
  void decide(bool interrupted);
  void give_turn(const Explorer::Turn& turn);
  void hand_over_from_exited(Fiber& self);
  void note_progress();
  /// The calling thread was the last to come to a barrier or a collective.
  void note_completion();
  [[noreturn]] void leave_kernel();
  void abandon_fibers();
  /// All lanes of a warp must come to the barrier at one place, which may have become several
  /// places in the machine code. PTX ISA, "barrier.cta", .aligned.
  void check_same_line(const Warp& warp, Thread& thread);
  [[noreturn]] void fail_divergence(std::string cause, ThreadPlace one, ThreadPlace other);
  [[noreturn]] void fail_outside_mask(CollectiveKind kind, std::uint32_t mask);
  Finding describe_fault();
  Finding describe_stall(Block& block, FindingKind kind, std::string cause);
  Finding describe_residency_deadlock(Block& block, std::uint64_t outside, std::uint64_t next);
  Finding describe_stall(Explorer& explorer);
  ThreadPlace place_of(const Block& block, const Thread& thread) const;
  void report_whole_block_fault();

  static constinit thread_local Worker* active_;

  Machine* machine_ = nullptr;
  LaunchRun* run_ = nullptr;
  /// Null in the throughput executor.
  Explorer* explorer_ = nullptr;
  LaunchRun::Places places_;
  Block* block_ = nullptr;
  Thread* thread_ = nullptr;
  bool in_kernel_ = false;
  /// Where the kernel called a function of the machine that it is in; null outside.
  const void* in_machine_ = nullptr;
  bool progressed_ = false;
  bool stalled_ = false;
  std::uint64_t polls_ = 0;

  Fiber home_;
  Fiber landing_;
  Fiber* fiber_ = nullptr;
  std::size_t stack_bytes_ = 0;
  std::unique_ptr<StackPool> stacks_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;
  std::unique_ptr<std::byte[]> landing_stack_;

  std::vector<std::unique_ptr<Block>> parked_;
  std::vector<std::unique_ptr<Block>> free_blocks_;
  Explorer::Pool block_pool_;
  SharedArena whole_block_arena_;
  Index3 whole_block_index_;
  std::uint64_t whole_block_number_ = 0;
  std::optional<Finding> whole_block_fault_;
};

// The way from a kernel to the switch is inline: every call between them costs a mispredicted
// return.

inline void Worker::set_current(Thread& thread) {
  thread_ = &thread;
  fiber_ = thread.fiber;
  threadIdx = {thread.index.x, thread.index.y, thread.index.z};
  count_decision();
}

inline Fiber* Worker::idle_fiber() {
  if (idle_.empty()) return &new_fiber();
  Fiber* fiber = idle_.back();
  idle_.pop_back();
  return fiber;
}

inline void Worker::suspend() {
  if (explorer_ != nullptr) [[unlikely]] {
    explorer_->count(*thread_);
    decide(false);
    return;
  }
  if (run_->failed()) leave_kernel();
  Fiber* self = fiber_;
  Thread* next = block_->next();
  if (next == nullptr) {
    self->switch_to(home_);
    return;
  }
  if (next->fiber == nullptr) next->fiber = idle_fiber();
  set_current(*next);
  if (fiber_ != self) self->switch_to(*fiber_);
}

inline BarrierTally Worker::barrier(const void* where, bool predicate) {
  Thread& self = *thread_;
  self.where = where;
  self.site = nullptr;
  order_accesses(SIMT_SCOPE_BLOCK);
  Warp& warp = block_->warps()[self.warp()];
  if (warp.barrier_site == nullptr) {
    warp.barrier_site = where;
    warp.barrier_first = self.linear;
  } else if (warp.barrier_site != where) {
    check_same_line(warp, self);
  }
  if (block_->arrive_at_barrier(self, predicate)) {
    note_completion();
  } else {
    suspend();
    simt_spun = 0;
  }
  return block_->tally(self);
}

inline std::uint64_t Worker::collective(const void* where, CollectiveKind kind, std::uint32_t mask,
                                        const Contribution& contribution) {
  Thread& self = *thread_;
  self.where = where;
  self.site = nullptr;
  if ((mask >> self.lane() & 1) == 0) {
    fail_outside_mask(kind, mask);
  }
  // Only some collectives promise it (CUDA Programming Guide, "Warp Shuffle Functions"); programs
  // that count on the others to do so as well are not what a late store is to show.
  order_accesses(SIMT_SCOPE_BLOCK);
  if (block_->arrive_at_collective(self, kind, mask, contribution)) {
    note_completion();
  } else {
    suspend();
    simt_spun = 0;
  }
  return self.result;
}

inline void Worker::poll(const void* where) {
  thread_->where = where;
  thread_->site = nullptr;
  if (explorer_ != nullptr) [[unlikely]] {
    simt_poll_budget = 1;
    explorer_->poll(*thread_);
  } else {
    simt_poll_budget = kPollBudget;
    ++polls_;
    block_->poll(*thread_);
  }
  suspend();
  simt_spun = 1;
}

inline void Worker::spin_done() {
  note_progress();
  if (explorer_ != nullptr) [[unlikely]]
    explorer_->spin_done(*thread_);
}

inline void Worker::note_progress() {
  progressed_ = true;
  if (explorer_ != nullptr) [[unlikely]]
    explorer_->progress();
}

inline void Worker::note_completion() {
  note_progress();
  // Those that met are equals now: any of them may go on first.
  if (explorer_ != nullptr) [[unlikely]]
    suspend();
}

inline void Worker::access(const void* address, std::uint64_t bytes, const simt_site_record& site) {
  count_decision();
  if (explorer_ == nullptr) return;
  thread_->site = &site;
  thread_->pending = {reinterpret_cast<std::uint64_t>(address), static_cast<std::uint32_t>(bytes),
                      writes(site)};
  if (explorer_->access(*thread_) || synchronises(site)) decide(true);
  explorer_->make_access(*thread_);
}

inline void Worker::fence(const simt_site_record& site) {
  count_decision();
  if (explorer_ == nullptr) return;
  thread_->site = &site;
  explorer_->count(*thread_);
  decide(true);
  explorer_->order_accesses(site.scope);
}

inline void Worker::order_accesses(simt_scope scope) {
  if (explorer_ != nullptr) [[unlikely]]
    explorer_->order_accesses(scope);
}

}  // namespace simt
