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

#include "simt/fiber/fiber.h"
#include "simt/fiber/stack_pool.h"
#include "simt/grid/block.h"
#include "simt/grid/launch_run.h"

namespace simt {

class Machine;

/// A signal that interrupted a kernel.
struct Fault {
  int signal = 0;
  int code = 0;
  std::uintptr_t address = 0;
  const void* instruction = nullptr;
  bool write = false;
};

class Worker {
 public:
  /// The calling OS thread's worker.
  static Worker& current();

  explicit Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Takes part in `run` until no block is left for this worker or the launch fails.
  void run(LaunchRun& run, Machine& machine);

  /// Whether the OS thread is inside a kernel, on a fiber's stack.
  bool in_kernel() const { return in_kernel_; }

  // What follows is called by kernels, through simt/abi, on a fiber's stack. `where` is the code
  // address in the kernel.

  Machine& machine() { return *machine_; }
  const LaunchRun& launch_run() const { return *run_; }
  const Index3& block_index() const;
  const SharedArena& shared_arena() const;
  unsigned lane() const { return thread_->lane(); }

  /// Waits at the block barrier; returns how its arrivals' predicates came out.
  BarrierTally barrier(const void* where, bool predicate);
  std::uint64_t collective(const void* where, CollectiveKind kind, std::uint32_t mask,
                           const Contribution& contribution);
  std::uint32_t active_mask(const void* where);
  void grid_barrier(const void* where);
  /// Lets others run before the calling thread goes on.
  void poll(const void* where);
  void spin_done() { progressed_ = true; }

  /// Ends the launch because of what the calling thread did.
  [[noreturn]] void fail(FindingKind kind, std::string cause, const void* where);

  /// While one lives, the kernel is inside a function of the machine that must not be abandoned.
  class InMachine {
   public:
    explicit InMachine(Worker& worker) : worker_(worker) { worker_.in_machine_ = true; }
    ~InMachine() { worker_.in_machine_ = false; }
    InMachine(const InMachine&) = delete;
    InMachine& operator=(const InMachine&) = delete;

   private:
    Worker& worker_;
  };

  // What follows is called by the fault handler and the watchdog (simt/grid/fault.cpp).

  bool may_be_abandoned() const { return in_kernel_ && !in_machine_; }
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

  bool take_part();
  void start_next_block();
  BlockState resume(Block& block);
  void run_parked();
  void account(bool progressed);
  void run_blocks_whole();
  void enter_block(const Index3& index, const SharedArena& arena);
  void enter(Thread& thread);
  void set_current(Thread& thread);
  Fiber* idle_fiber();
  void suspend();
  [[noreturn]] void leave_kernel();
  void abandon_fibers();
  void check_same_site(Thread& thread);
  Finding describe_fault();
  Finding describe_stall(Block& block, FindingKind kind, std::string cause);
  ThreadPlace place_of(const Block& block, const Thread& thread) const;
  void report_whole_block_fault();

  Machine* machine_ = nullptr;
  LaunchRun* run_ = nullptr;
  LaunchRun::Places places_;
  Block* block_ = nullptr;
  Thread* thread_ = nullptr;
  bool in_kernel_ = false;
  bool in_machine_ = false;
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
  SharedArena whole_block_arena_;
  Index3 whole_block_index_;
  std::uint64_t whole_block_number_ = 0;
  std::optional<Finding> whole_block_fault_;
};

}  // namespace simt
