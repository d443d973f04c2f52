// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/worker.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "simt/abi/builtin_variables.h"
#include "simt/grid/fault.h"
#include "simt/grid/machine.h"
#include "simt/report/source_location.h"
#include "simt/schedule/random.h"

namespace simt {
namespace {

/// A spin on a block that is not resident shows after far fewer polls than a slow partner needs.
constexpr std::uint64_t kResidencyPolls = std::uint64_t{1} << 20;

constexpr std::size_t kLandingStackBytes = std::size_t{1} << 20;
constexpr std::size_t kMostPlaces = 6;

constexpr const char* kGridBarrierStuck =
    "blocks wait at the grid barrier for blocks that have ended";
constexpr const char* kAllSpin = "all threads that are left spin, and none gets anywhere";
constexpr const char* kWaitForEachOther =
    "the threads of a block wait for each other at different places";

/// The call that returns to `where`.
const void* call_before(const void* where) { return static_cast<const char*>(where) - 1; }

/// Makes locals that nothing wrote, and the padding of structs, the same in every run, as far down
/// the stack as most kernels go: what a run under a given schedule does must not depend on what ran
/// on the stack before.
[[gnu::noinline]] void fill_stack_below() {
  std::array<std::byte, 8192> below;
  below.fill(std::byte{0xa5});
  asm volatile("" : : "r"(below.data()) : "memory");
}

}  // namespace

constinit thread_local Worker* Worker::active_ = nullptr;

void Worker::run(LaunchRun& run, Machine& machine) {
  const FaultGuard guard(*this, run.settings().thread_seconds);
  prepare(run, machine);
  places_ = {};
  stalled_ = false;
  while (!run.failed() && take_part()) {
  }
  if (stalled_) run.worker_proceeds();
  run.worker_ends();
  finish();
}

void Worker::run(LaunchRun& run, Machine& machine, Explorer& explorer) {
  const FaultGuard guard(*this, run.settings().thread_seconds);
  prepare(run, machine);
  explorer_ = &explorer;
  if (const Explorer::Turn turn = explorer.next(nullptr, false); turn.thread != nullptr) {
    give_turn(turn);
    in_kernel_ = true;
    home_.switch_to(*fiber_);
    in_kernel_ = false;
  }
  if (!run.failed() && explorer.stall() != Explorer::Stall::kFinished)
    run.fail(describe_stall(explorer));
  explorer_ = nullptr;
  finish();
}

/// Makes this the worker that serves the OS thread, with stacks as large as the launch needs.
void Worker::prepare(LaunchRun& run, Machine& machine) {
  active_ = this;
  run_ = &run;
  machine_ = &machine;
  const std::size_t stack_bytes = std::max<std::size_t>(
      run.settings().stack_bytes, 2 * run.launch().kernel->local_bytes + 65536);
  if (stack_bytes > stack_bytes_) {
    idle_.clear();
    fibers_.clear();
    stacks_ = std::make_unique<StackPool>(stack_bytes);
    stack_bytes_ = stack_bytes;
  }
  const Extent3& block = run.launch().block;
  const Extent3& grid = run.launch().grid;
  blockDim = {block.x, block.y, block.z};
  gridDim = {grid.x, grid.y, grid.z};
}

void Worker::finish() {
  if (run_->failed()) abandon_fibers();
  active_ = nullptr;
}

void Worker::decide(bool interrupted) {
  if (run_->failed()) leave_kernel();
  Fiber* self = fiber_;
  const Explorer::Turn turn = explorer_->next(thread_, interrupted);
  if (turn.thread == thread_) return;
  const std::uint8_t spun = simt_spun;
  if (turn.thread != nullptr) give_turn(turn);
  self->switch_to(turn.thread != nullptr ? *fiber_ : home_);
  simt_spun = spun;
}

void Worker::give_turn(const Explorer::Turn& turn) {
  block_ = turn.block;
  // Even where the block is the same object: it may have become another block.
  enter_block(block_->index(), block_->arena());
  if (turn.thread->fiber == nullptr) turn.thread->fiber = idle_fiber();
  set_current(*turn.thread);
}

/// One round: a new block if there is one to start, then every parked block. False when none is
/// left.
bool Worker::take_part() {
  if (run_->launch().kernel->block_entry != nullptr) {
    places_ = run_->take_places();
    if (places_.first == places_.last) return false;
    run_blocks_whole();
    return true;
  }
  progressed_ = false;
  polls_ = 0;
  if (places_.first == places_.last) places_ = run_->take_places();
  const bool more = places_.first != places_.last;
  if (!more && parked_.empty()) return false;
  if (more && run_->admit()) {
    start_next_block();
    progressed_ = true;
  } else if (parked_.empty()) {
    sched_yield();
  }
  run_parked();
  account(progressed_);
  return true;
}

void Worker::start_next_block() {
  if (free_blocks_.empty()) free_blocks_.push_back(std::make_unique<Block>());
  std::unique_ptr<Block> block = std::move(free_blocks_.back());
  free_blocks_.pop_back();
  block->prepare(run_->launch(), run_->block_at(places_.first++), run_->seed());
  switch (resume(*block)) {
    case BlockState::kFinished:
      free_blocks_.push_back(std::move(block));
      run_->block_ended();
      break;
    case BlockState::kParked:
      parked_.push_back(std::move(block));
      break;
    case BlockState::kFailed:
      break;
  }
}

void Worker::run_parked() {
  for (std::size_t i = 0; i < parked_.size() && !run_->failed();) {
    Block& block = *parked_[i];
    if (block.waits_at_grid_barrier()) {
      if (run_->grid_barriers_passed() == block.grid_barriers_passed()) {
        ++i;
        continue;
      }
      block.pass_grid_barrier();
      progressed_ = true;
    }
    if (resume(block) == BlockState::kFinished) {
      free_blocks_.push_back(std::move(parked_[i]));
      parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(i));
      run_->block_ended();
    } else {
      ++i;
    }
  }
}

/// Keeps count of rounds that get nowhere, and ends the launch when no worker gets anywhere.
void Worker::account(bool progressed) {
  if (progressed) {
    if (stalled_) run_->worker_proceeds();
    stalled_ = false;
    return;
  }
  if (parked_.empty()) return;
  if (run_->grid_barrier_is_stuck()) {
    run_->fail(describe_stall(*parked_.front(), FindingKind::kDeadlock, kGridBarrierStuck));
    return;
  }
  if (!stalled_) run_->worker_stalls();
  stalled_ = true;
  const auto fruitless = run_->count_fruitless(std::max<std::uint64_t>(polls_, 1));
  if (!fruitless) {
    sched_yield();
    return;
  }
  const bool blocks_outside = places_.first != places_.last || run_->blocks_not_started() > 0;
  Block& block = *parked_.front();
  if (blocks_outside && *fruitless > std::min(kResidencyPolls, run_->settings().livelock_polls)) {
    const std::uint64_t outside = run_->blocks_not_started() + (places_.last - places_.first);
    const std::uint64_t next_place =
        places_.first != places_.last ? places_.first : run_->blocks() - outside;
    run_->fail(describe_residency_deadlock(block, outside, run_->block_at(next_place)));
  } else if (*fruitless > run_->settings().livelock_polls) {
    run_->fail(describe_stall(block, FindingKind::kLivelock, kAllSpin));
  }
}

Worker::BlockState Worker::resume(Block& block) {
  enter_block(block.index(), block.arena());
  block_ = &block;
  if (block.has_polled()) block.begin_poll_round();
  while (!run_->failed()) {
    if (Thread* thread = block.next()) {
      enter(*thread);
    } else if (block.finished()) {
      return BlockState::kFinished;
    } else if (block.answer_active_masks()) {
      continue;
    } else if (block.has_polled()) {
      return BlockState::kParked;
    } else if (block.waits_at_grid_barrier()) {
      return BlockState::kParked;
    } else {
      run_->fail(describe_stall(block, FindingKind::kDeadlock, kWaitForEachOther));
    }
  }
  return BlockState::kFailed;
}

void Worker::enter_block(const Index3& index, const SharedArena& arena) {
  blockIdx = {index.x, index.y, index.z};
  simt_shared = reinterpret_cast<char*>(arena.base());
  simt_linked_shared = simt_shared + run_->launch().linked_shared_begin;
  simt_dynamic_shared = reinterpret_cast<char*>(arena.dynamic());
}

/// Goes from the OS thread's own stack into `thread`; returns when no thread of the block can run.
void Worker::enter(Thread& thread) {
  if (thread.fiber == nullptr) thread.fiber = idle_fiber();
  set_current(thread);
  in_kernel_ = true;
  home_.switch_to(*fiber_);
  in_kernel_ = false;
}

Fiber& Worker::new_fiber() {
  fibers_.push_back(std::make_unique<Fiber>(stacks_->allocate(), run_threads));
  return *fibers_.back();
}

/// The body of every fiber: runs thread after thread of the current block on this stack.
void Worker::run_threads() {
  Worker& worker = current();
  while (true) {
    if (worker.block_ == nullptr) {
      run_whole_blocks();
      continue;
    }
    simt_poll_budget = worker.explorer_ != nullptr ? 1 : kPollBudget;
    simt_spun = 0;
    if (worker.explorer_ != nullptr) fill_stack_below();
    Fiber* self = worker.fiber_;
    worker.run_->launch().kernel->thread_entry(worker.run_->launch().parameters);
    worker.note_progress();
    worker.block_->exit(*worker.thread_);
    if (worker.explorer_ != nullptr) {
      worker.hand_over_from_exited(*self);
      continue;
    }
    Thread* next = worker.run_->failed() ? nullptr : worker.block_->next();
    if (next != nullptr && next->fiber == nullptr) {
      next->fiber = self;
      worker.set_current(*next);
      continue;
    }
    worker.idle_.push_back(self);
    if (next != nullptr) {
      worker.set_current(*next);
      self->switch_to(*worker.fiber_);
    } else {
      self->switch_to(worker.home_);
    }
  }
}

/// After the end of the thread that ran on `self`: the explorer's next one, on this stack where it
/// has none yet.
void Worker::hand_over_from_exited(Fiber& self) {
  explorer_->count(*thread_);
  const Explorer::Turn turn = run_->failed() ? Explorer::Turn{} : explorer_->next(thread_, false);
  idle_.push_back(&self);
  if (turn.thread == nullptr) {
    self.switch_to(home_);
    return;
  }
  give_turn(turn);
  if (fiber_ != &self) self.switch_to(*fiber_);
}

/// Leaves the kernel for good; its stack is reused as it is.
void Worker::leave_kernel() {
  fiber_->switch_to(home_);
  __builtin_unreachable();
}

void Worker::abandon_fibers() {
  idle_.clear();
  for (const auto& fiber : fibers_) {
    fiber->restart();
    idle_.push_back(fiber.get());
  }
  parked_.clear();
  free_blocks_.clear();
  in_machine_ = nullptr;
}

void Worker::run_blocks_whole() {
  fiber_ = idle_fiber();
  thread_ = nullptr;
  block_ = nullptr;
  in_kernel_ = true;
  home_.switch_to(*fiber_);
  in_kernel_ = false;
  if (whole_block_fault_) report_whole_block_fault();
}

/// A block that runs as one loop does not say which thread is at work. Its threads run again one by
/// one, until one of them faults and names itself.
void Worker::report_whole_block_fault() {
  Finding first = *std::exchange(whole_block_fault_, std::nullopt);
  abandon_fibers();
  if (first.kind != FindingKind::kTimeout) {
    Block block;
    block.prepare(run_->launch(), whole_block_number_, run_->seed());
    resume(block);
    block_ = nullptr;
  }
  run_->fail(std::move(first));
}

/// Runs the blocks of the places taken by their block entry, on a fiber's stack.
void Worker::run_whole_blocks() {
  Worker& worker = current();
  Fiber* self = worker.fiber_;
  const Launch& launch = worker.run_->launch();
  const bool uses_shared = launch.static_shared_bytes != 0 || launch.dynamic_shared_bytes != 0;
  while (worker.places_.first != worker.places_.last && !worker.run_->failed()) {
    const std::uint64_t number = worker.run_->block_at(worker.places_.first++);
    worker.whole_block_number_ = number;
    worker.whole_block_index_ = unflatten(number, launch.grid);
    if (uses_shared) {
      worker.whole_block_arena_.prepare(launch.static_shared_bytes, launch.dynamic_shared_bytes,
                                        derive(worker.run_->seed(), number));
    }
    worker.enter_block(worker.whole_block_index_, worker.whole_block_arena_);
    worker.decisions.store(worker.decisions.load(std::memory_order_relaxed) + 1,
                           std::memory_order_relaxed);
    launch.kernel->block_entry(launch.parameters);
  }
  worker.idle_.push_back(self);
  self->switch_to(worker.home_);
}

const Index3& Worker::block_index() const {
  return block_ != nullptr ? block_->index() : whole_block_index_;
}

const SharedArena& Worker::shared_arena() const {
  return block_ != nullptr ? block_->arena() : whole_block_arena_;
}

void Worker::check_same_line(const Warp& warp, Thread& thread) {
  if (!run_->settings().report_barrier_divergence) return;
  // One line may have become several places in the machine code.
  static thread_local std::set<std::pair<const void*, const void*>> same_line;
  const auto pair = std::minmax(warp.barrier_site, thread.where);
  if (same_line.contains(pair)) return;
  ThreadPlace one = place_of(*block_, block_->threads()[warp.barrier_first]);
  ThreadPlace other = place_of(*block_, thread);
  if (one.where.line == other.where.line && one.where.file == other.where.file) {
    same_line.insert(pair);
    return;
  }
  one.doing = other.doing = "waits at the block barrier";
  fail_divergence("threads of one warp wait at two different barriers", std::move(one),
                  std::move(other));
}

void Worker::barrier_join(const void* where, unsigned join) {
  Thread& self = *thread_;
  Thread* first = block_->compare_at_join(self, join);
  if (first == nullptr || !run_->settings().report_barrier_divergence) return;
  const bool self_skipped = self.barriers < first->barriers;
  ThreadPlace here = place_of(*block_, self);
  here.where = locate(call_before(where));
  ThreadPlace there = place_of(*block_, *first);
  const char* skipped = "comes here without having been at the barrier";
  here.doing = self_skipped ? skipped : "has been at the barrier";
  there.doing = self_skipped ? "has been at the barrier" : skipped;
  if (!self_skipped) there.where = here.where;
  if (!self_skipped) here.where = locate(call_before(self.where));
  fail_divergence("some threads of the block take a branch around a barrier that others wait at",
                  std::move(there), std::move(here));
}

void Worker::fail_divergence(std::string cause, ThreadPlace one, ThreadPlace other) {
  run_->fail({.kind = FindingKind::kBarrierDivergence,
              .cause = std::move(cause),
              .kernel = {},
              .places = {std::move(one), std::move(other)}});
  leave_kernel();
}

void Worker::fail_outside_mask(CollectiveKind kind, std::uint32_t mask) {
  fail(FindingKind::kCollectiveMisuse,
       fmt::format("lane {} calls {} with the mask {:#010x}, which does not name it",
                   thread_->lane(), name_of(kind), mask),
       thread_->where);
}

std::uint32_t Worker::active_mask(const void* where) {
  Thread& self = *thread_;
  self.where = where;
  self.state = ThreadState::kAtActiveMask;
  suspend();
  simt_spun = 0;
  return static_cast<std::uint32_t>(self.result);
}

void Worker::grid_barrier(const void* where) {
  Thread& self = *thread_;
  self.where = where;
  if (!run_->launch().cooperative) {
    fail(FindingKind::kCollectiveMisuse,
         "the grid barrier is used in a launch that is not cooperative", where);
  }
  order_accesses(SIMT_SCOPE_DEVICE);
  if (block_->arrive_at_grid_barrier(self)) run_->arrive_at_grid_barrier();
  suspend();
  simt_spun = 0;
}

void Worker::fail(FindingKind kind, std::string cause, const void* where) {
  Finding finding{.kind = kind, .cause = std::move(cause), .kernel = {}, .places = {}};
  ThreadPlace place{.block = block_index(),
                    .thread = {threadIdx.x, threadIdx.y, threadIdx.z},
                    .where = locate(call_before(where)),
                    .doing = {}};
  finding.places.push_back(std::move(place));
  run_->fail(std::move(finding));
  leave_kernel();
}

ThreadPlace Worker::place_of(const Block& block, const Thread& thread) const {
  ThreadPlace place;
  place.block = block.index();
  place.thread = thread.index;
  place.where = locate(call_before(thread.where));
  return place;
}

/// One representative of each place where threads of `block` stand.
Finding Worker::describe_stall(Block& block, FindingKind kind, std::string cause) {
  Finding finding{.kind = kind, .cause = std::move(cause), .kernel = {}, .places = {}};
  std::vector<std::pair<const Thread*, std::size_t>> groups;
  for (const Thread& thread : block.threads()) {
    if (thread.state == ThreadState::kExited || thread.state == ThreadState::kUnstarted) continue;
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return group.first->state == thread.state && group.first->where == thread.where;
    });
    if (same == groups.end()) {
      groups.emplace_back(&thread, 1);
    } else {
      ++same->second;
    }
  }
  for (const auto& [thread, count] : groups) {
    if (finding.places.size() == kMostPlaces) break;
    ThreadPlace place = place_of(block, *thread);
    switch (thread->state) {
      case ThreadState::kAtBarrier:
        place.doing = "waits at the block barrier";
        break;
      case ThreadState::kAtGridBarrier:
        place.doing = "waits at the grid barrier";
        break;
      case ThreadState::kInCollective: {
        place.doing = "waits in a warp collective";
        for (const Meeting& meeting : block.warps()[thread->warp()].meetings) {
          if ((meeting.arrived >> thread->lane() & 1) != 0) {
            place.doing =
                fmt::format("waits in {} with mask {:#010x}", name_of(meeting.kind), meeting.mask);
          }
        }
        break;
      }
      default:
        place.doing = "spins";
        break;
    }
    if (count > 1) place.doing += fmt::format(", with {} other threads of the block", count - 1);
    finding.places.push_back(std::move(place));
  }
  return finding;
}

/// Names the block that would start next, which is the one waited for where blocks wait for their
/// successors.
Finding Worker::describe_residency_deadlock(Block& block, std::uint64_t outside,
                                            std::uint64_t next) {
  const Index3 index = unflatten(next, run_->launch().grid);
  return describe_stall(
      block, FindingKind::kResidencyDeadlock,
      fmt::format("the {} blocks that are resident wait for one that is not: {} of the grid's {} "
                  "blocks can only start when another one ends, the next being block ({},{},{})",
                  run_->residency(), outside, run_->blocks(), index.x, index.y, index.z));
}

Finding Worker::describe_stall(Explorer& explorer) {
  Block& block = explorer.stalled_block();
  switch (explorer.stall()) {
    case Explorer::Stall::kGridBarrier:
      return describe_stall(block, FindingKind::kDeadlock, kGridBarrierStuck);
    case Explorer::Stall::kResidency:
      return describe_residency_deadlock(block, explorer.blocks_not_started(),
                                         explorer.next_unstarted_block());
    case Explorer::Stall::kLivelock:
      return describe_stall(block, FindingKind::kLivelock, kAllSpin);
    default:
      return describe_stall(block, FindingKind::kDeadlock, kWaitForEachOther);
  }
}

std::byte* Worker::landing_stack_top() {
  if (!landing_stack_) landing_stack_ = std::make_unique<std::byte[]>(kLandingStackBytes);
  const auto top = reinterpret_cast<std::uintptr_t>(landing_stack_.get()) + kLandingStackBytes;
  // As after a call instruction: 8 bytes off a multiple of 16. System V ABI, "The Stack Frame".
  return reinterpret_cast<std::byte*>(top / 16 * 16 - 8);
}

void Worker::land() {
  if (block_ == nullptr) {
    whole_block_fault_ = describe_fault();
  } else {
    run_->fail(describe_fault());
  }
  landing_.switch_to(home_);
  __builtin_unreachable();
}

Finding Worker::describe_fault() {
  Finding finding = finding_of(fault, fiber_->stack(), shared_arena(), *machine_);
  ThreadPlace place;
  place.block = block_index();
  place.thread = {threadIdx.x, threadIdx.y, threadIdx.z};
  place.where = locate(in_machine_ != nullptr ? call_before(in_machine_) : fault.instruction);
  finding.places.push_back(std::move(place));
  return finding;
}

}  // namespace simt
