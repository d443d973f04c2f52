// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/explorer.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace simt {
namespace {

/// A spin on something that never comes shows after this many looks without anybody getting
/// anywhere; threads look one after the other here, not in a race with the host.
constexpr std::uint64_t kFruitlessPolls = std::uint64_t{1} << 16;
/// A thread that spins looks again after so many times as many steps at most as after its first
/// look.
constexpr unsigned kMostDoublings = 20;

/// Where observers see shared memory, a range of 2^20 bytes for each block.
constexpr std::uint64_t kSharedBase = std::uint64_t{1} << 63;

std::uint64_t bit_of(unsigned slot) { return std::uint64_t{1} << slot; }

unsigned lowest(std::uint64_t bits) { return static_cast<unsigned>(std::countr_zero(bits)); }

}  // namespace

class Explorer::BlockLevel final : public Decision {
 public:
  explicit BlockLevel(const Explorer& explorer) : slots_(explorer.slots_) {
    ready = explorer.ready_slots_;
    ids = explorer.block_numbers_.data();
  }
  Access pending(unsigned bit) const override { return last_thread(bit).pending; }
  std::uint64_t steps(unsigned bit) const override { return last_thread(bit).steps; }

 private:
  const Thread& last_thread(unsigned bit) const {
    const ResidentBlock& block = *slots_[bit];
    return block.last_thread(static_cast<unsigned>(std::max(block.last_warp, 0)));
  }
  const std::array<std::unique_ptr<ResidentBlock>, kSlots>& slots_;
};

class Explorer::WarpLevel final : public Decision {
 public:
  explicit WarpLevel(const ResidentBlock& block) : block_(block) {
    ready = block.ready_warps();
    first_id = block.block().number() * ResidentBlock::kWarps;
  }
  Access pending(unsigned bit) const override { return block_.last_thread(bit).pending; }
  std::uint64_t steps(unsigned bit) const override { return block_.last_thread(bit).steps; }

 private:
  const ResidentBlock& block_;
};

class Explorer::LaneLevel final : public Decision {
 public:
  LaneLevel(const ResidentBlock& block, unsigned warp) : block_(block), first_(warp * 32) {
    ready = block.ready_lanes(warp);
    first_id = block.block().number() * kThreadsPerBlock + first_;
  }
  Access pending(unsigned bit) const override { return thread(bit).pending; }
  std::uint64_t steps(unsigned bit) const override { return thread(bit).steps; }

 private:
  const Thread& thread(unsigned bit) const { return block_.block().threads()[first_ + bit]; }
  const ResidentBlock& block_;
  unsigned first_;
};

Explorer::Explorer(LaunchRun& run, const ScheduleSpec& spec, const RunOptions& options, Pool& pool)
    : run_(run), spec_(spec), options_(options), pool_(pool), unstarted_(run.blocks()) {
  const auto outline = [&](std::uint64_t level) {
    return LaunchOutline{.seed = derive(spec.seed, level), .steps = spec.steps};
  };
  strategies_ = {.blocks = make_strategy(spec.blocks, outline(1)),
                 .warps = make_strategy(spec.warps, outline(2)),
                 .lanes = make_strategy(spec.lanes, outline(3))};
  for (const auto& strategy : {&strategies_.blocks, &strategies_.warps, &strategies_.lanes})
    if ((*strategy)->patience(0) != Strategy::kForever) impatient_.push_back(strategy->get());
  const StrategySpec sequential{"sequential"};
  base_ = {.blocks = make_strategy(sequential, {}),
           .warps = make_strategy(sequential, {}),
           .lanes = make_strategy(sequential, {})};
  for (const Deviation& deviation : spec.deviations) {
    if (deviation.next == kLateStore)
      late_deviations_.insert({deviation.at, deviation.step});
    else
      deviations_[{deviation.at, deviation.step}] = deviation.next;
  }
  if (spec.late_stores) late_.emplace([this](const AccessEvent& store) { tell(store); });
}

Explorer::~Explorer() {
  for (auto& block : slots_)
    if (block) pool_.push_back(std::move(block));
  std::ranges::move(parked_, std::back_inserter(pool_));
}

Explorer::Turn Explorer::next(Thread* current, bool interrupted) {
  const Arrival arrival = arrival_of(current, interrupted);
  if (current != nullptr && current == switched_to_) trace_.switches[switch_].to = arrival.stop;
  // Whoever was interrupted in the middle of something has changed nothing.
  if (!interrupted) settle(current);
  wake_due();
  offer_fresh_block();
  while (ready_slots_ == 0) {
    if (!revive()) return {};
    offer_fresh_block();
  }
  Choice choice = choose(spec_.deviating ? base_ : strategies_, interrupted);
  const bool deviates = spec_.deviating
                            ? deviate(arrival, choice)
                            : options_.record_switches && choose(base_, interrupted) != choice;
  ++trace_.decisions;
  if (number_of(choice) != arrival.thread)
    trace_.hash = mix(trace_.hash ^ mix(number_of(choice)) ^ step_);
  return take(arrival, choice, deviates && options_.record_switches);
}

/// Gives the turn to the one that was chosen.
Explorer::Turn Explorer::take(const Arrival& arrival, const Choice& choice, bool record) {
  if (static_cast<int>(choice.slot) == fresh_slot_) {
    fresh_slot_ = -1;
    --unstarted_;
  }
  last_slot_ = static_cast<int>(choice.slot);
  last_block_ = slots_[choice.slot].get();
  patience_ = shortest_patience();
  const ThreadNumber number = number_of(choice);
  Thread& thread = last_block_->give_turn_to(choice.warp, choice.lane);
  if (record) {
    trace_.switches.push_back({.deviation = {arrival.thread, arrival.step, number},
                               .left = arrival.stop,
                               .interrupted = arrival.interrupted,
                               .from = thread.stop(),
                               .to = thread.stop()});
    switched_to_ = &thread;
    switch_ = trace_.switches.size() - 1;
  } else if (&thread != switched_to_) {
    switched_to_ = nullptr;
  }
  if (late_) late_->run(number);
  return {&last_block_->block(), &thread};
}

Explorer::Arrival Explorer::arrival_of(const Thread* current, bool interrupted) const {
  if (current == nullptr) return {};
  return {.thread = last_block_->block().number() * kThreadsPerBlock + current->linear,
          .step = current->steps,
          .stop = current->stop(),
          .interrupted = interrupted};
}

Explorer::Choice Explorer::choose(Strategies& strategies, bool interrupted) const {
  const auto level = [&](Decision& decision, Strategy& strategy, int last, bool same) {
    decision.last = last;
    decision.interrupted = same && interrupted;
    decision.step = step_;
    return strategy.choose(decision);
  };
  BlockLevel blocks(*this);
  const unsigned slot = level(blocks, *strategies.blocks, last_slot_, true);
  const ResidentBlock& block = *slots_[slot];
  const bool same_block = static_cast<int>(slot) == last_slot_;
  WarpLevel warps(block);
  const unsigned warp = level(warps, *strategies.warps, block.last_warp, same_block);
  const bool same_warp = same_block && static_cast<int>(warp) == block.last_warp;
  LaneLevel lanes(block, warp);
  return {slot, warp, level(lanes, *strategies.lanes, block.last_lane[warp], same_warp)};
}

std::uint64_t Explorer::shortest_patience() const {
  // A deviation may be at any access.
  if (spec_.deviating) return 1;
  std::uint64_t shortest = Strategy::kForever;
  for (Strategy* strategy : impatient_) shortest = std::min(shortest, strategy->patience(step_));
  return shortest;
}

ThreadNumber Explorer::number_of(const Choice& choice) const {
  return slots_[choice.slot]->block().number() * kThreadsPerBlock + choice.warp * 32 + choice.lane;
}

/// Replaces the choice where a deviation says so and its thread can go on.
bool Explorer::deviate(const Arrival& arrival, Choice& choice) {
  const auto found = deviations_.find({arrival.thread, arrival.step});
  if (found == deviations_.end()) return false;
  const auto linear = static_cast<unsigned>(found->second % kThreadsPerBlock);
  for (std::uint64_t rest = ready_slots_; rest != 0; rest &= rest - 1) {
    const unsigned slot = lowest(rest);
    if (slots_[slot]->block().number() != found->second / kThreadsPerBlock) continue;
    if ((slots_[slot]->ready_lanes(linear / 32) >> linear % 32 & 1) == 0) return false;
    choice = {slot, linear / 32, linear % 32};
    return true;
  }
  return false;
}

void Explorer::settle(Thread* current) {
  if (current == nullptr) return;
  ResidentBlock& block = *last_block_;
  if (current->state != ThreadState::kRunnable) block.make_unready(*current);
  block.take_released();
  const auto slot = static_cast<unsigned>(last_slot_);
  if (late_ && current->state == ThreadState::kExited) late_->release_to_block();
  if (!block.block().finished()) {
    note_ready(slot);
    return;
  }
  if (late_) late_->end_block();
  pool_.push_back(std::move(slots_[slot]));
  used_slots_ &= ~bit_of(slot);
  ready_slots_ &= ~bit_of(slot);
  last_slot_ = -1;
  --resident_;
  run_.block_ended();
}

void Explorer::note_ready(unsigned slot) {
  if (slots_[slot]->ready_warps() != 0)
    ready_slots_ |= bit_of(slot);
  else
    ready_slots_ &= ~bit_of(slot);
}

AccessEvent Explorer::event_of(const Thread& thread) const {
  const Block& block = last_block_->block();
  AccessEvent event{.thread = block.number() * kThreadsPerBlock + thread.linear,
                    .step = thread.steps,
                    .address = thread.pending.address,
                    .bytes = thread.pending.bytes,
                    .site = thread.site};
  // Shared memory lies wherever there was room: its place in the block is what tells it apart.
  const std::uint64_t offset =
      event.address - reinterpret_cast<std::uint64_t>(block.arena().base());
  if (offset < block.arena().bytes()) event.address = kSharedBase + (block.number() << 20) + offset;
  return event;
}

void Explorer::watch_access(const Thread& thread) {
  const AccessEvent event = event_of(thread);
  if (!late_ || !is_late(thread, event)) tell(event);
}

void Explorer::tell(const AccessEvent& event) {
  if (options_.observer != nullptr) options_.observer->on_access(event);
}

bool Explorer::is_late(const Thread& thread, const AccessEvent& event) {
  if (!writes(*event.site)) return late_->holds(event.address, event.bytes);
  // A volatile store is no more ordered than a plain one. PTX ISA, "Volatile Operation".
  if (event.site->kind != SIMT_ACCESS_WRITE) {
    late_->release(event.address, event.bytes);
    return false;
  }
  if (!should_be_late(thread, event) || !late_->hold(event)) return false;
  if (options_.record_switches)
    trace_.switches.push_back({.deviation = {event.thread, event.step, kLateStore},
                               .left = thread.stop(),
                               .from = thread.stop(),
                               .to = thread.stop()});
  return true;
}

bool Explorer::should_be_late(const Thread& thread, const AccessEvent& store) {
  const bool global = store.address < kSharedBase && !thread.fiber->stack().contains(store.address);
  if (!global) return false;
  if (spec_.deviating) return late_deviations_.contains({store.thread, store.step});
  return (derive(derive(spec_.seed, store.thread), store.step) & 1) != 0;
}

void Explorer::order_accesses(simt_scope scope) {
  if (!late_) return;
  if (scope == SIMT_SCOPE_BLOCK)
    late_->release_to_block();
  else
    late_->release_to_all();
}

void Explorer::poll(Thread& thread) {
  ++fruitless_;
  last_block_->make_unready(thread);
  const std::uint64_t delay = std::uint64_t{spec_.spin_delay}
                              << std::min(thread.looks++, kMostDoublings);
  polled_.push({step_ + delay, polls_++, last_block_, &thread});
}

void Explorer::wake(const Polled& polled) {
  polled.block->make_ready(*polled.thread);
  for (std::uint64_t rest = used_slots_; rest != 0; rest &= rest - 1)
    if (slots_[lowest(rest)].get() == polled.block) ready_slots_ |= rest & -rest;
}

void Explorer::wake_due() {
  while (!polled_.empty() && polled_.top().wake_at <= step_) {
    wake(polled_.top());
    polled_.pop();
  }
}

bool Explorer::wake_all_polled() {
  if (polled_.empty()) return false;
  for (; !polled_.empty(); polled_.pop()) wake(polled_.top());
  return true;
}

void Explorer::offer_fresh_block() {
  if (fresh_slot_ >= 0 || unstarted_ == 0 || used_slots_ == ~std::uint64_t{0} ||
      resident_ == run_.residency())
    return;
  const auto slot = static_cast<unsigned>(std::countr_one(used_slots_));
  put_into(slot, next_unstarted_block());
  fresh_slot_ = static_cast<int>(slot);
  ++resident_;
}

std::uint64_t Explorer::next_unstarted_block() const {
  if (fresh_slot_ >= 0) return slots_[static_cast<unsigned>(fresh_slot_)]->block().number();
  return strategies_.blocks->block_at(run_.blocks() - unstarted_, run_.blocks());
}

void Explorer::put_into(unsigned slot, std::uint64_t number) {
  if (!slots_[slot]) {
    if (pool_.empty()) pool_.push_back(std::make_unique<ResidentBlock>());
    slots_[slot] = std::move(pool_.back());
    pool_.pop_back();
  }
  slots_[slot]->prepare(run_.launch(), number, spec_.fill);
  block_numbers_[slot] = number;
  used_slots_ |= bit_of(slot);
  ready_slots_ |= bit_of(slot);
}

bool Explorer::revive() {
  if (answer_active_masks() || pass_grid_barrier() || rotate()) return true;
  if (late_ && late_->release_everything()) progress();
  if (fruitless_ <= std::min(kFruitlessPolls, run_.settings().livelock_polls) && wake_all_polled())
    return true;
  stall_ = diagnose();
  return false;
}

Explorer::Stall Explorer::diagnose() const {
  if (used_slots_ == 0 && parked_.empty()) return Stall::kFinished;
  if (run_.grid_barrier_is_stuck()) return Stall::kGridBarrier;
  if (polled_.empty()) return Stall::kDeadlock;
  return unstarted_ != 0 ? Stall::kResidency : Stall::kLivelock;
}

bool Explorer::answer_active_masks() {
  for (std::uint64_t rest = used_slots_; rest != 0; rest &= rest - 1) {
    const unsigned slot = lowest(rest);
    ResidentBlock& block = *slots_[slot];
    const auto subset =
        static_cast<std::uint32_t>(derive(spec_.seed, block.block().number() + step_));
    if (!block.block().answer_active_masks(spec_.split_active_masks ? subset : ~0u)) continue;
    block.take_released();
    note_ready(slot);
  }
  return ready_slots_ != 0;
}

bool Explorer::pass_grid_barrier() {
  const auto pass = [&](ResidentBlock& block) {
    if (!block.block().waits_at_grid_barrier() ||
        run_.grid_barriers_passed() == block.block().grid_barriers_passed())
      return;
    block.block().pass_grid_barrier();
    block.take_released();
    progress();
  };
  for (const auto& block : parked_) pass(*block);
  for (std::uint64_t rest = used_slots_; rest != 0; rest &= rest - 1) {
    pass(*slots_[lowest(rest)]);
    note_ready(lowest(rest));
  }
  return ready_slots_ != 0;
}

/// Lets a block that is not among those that may be chosen take the place of one that waits.
bool Explorer::rotate() {
  const bool fresh = unstarted_ != 0 && resident_ < run_.residency();
  const auto parked =
      std::ranges::find_if(parked_, [](const auto& block) { return block->ready_warps() != 0; });
  if (!fresh && parked == parked_.end()) return false;
  std::unique_ptr<ResidentBlock> next;
  if (!fresh) {
    next = std::move(*parked);
    parked_.erase(parked);
  }
  // Each in turn, so that all get to look.
  if (used_slots_ == ~std::uint64_t{0}) park(static_cast<unsigned>(trace_.decisions % kSlots));
  if (next) unpark(std::move(next));
  return true;
}

void Explorer::park(unsigned slot) {
  parked_.push_back(std::move(slots_[slot]));
  used_slots_ &= ~bit_of(slot);
  ready_slots_ &= ~bit_of(slot);
  if (last_slot_ == static_cast<int>(slot)) last_slot_ = -1;
}

void Explorer::unpark(std::unique_ptr<ResidentBlock> block) {
  const auto slot = static_cast<unsigned>(std::countr_one(used_slots_));
  slots_[slot] = std::move(block);
  block_numbers_[slot] = slots_[slot]->block().number();
  used_slots_ |= bit_of(slot);
  note_ready(slot);
}

Block& Explorer::stalled_block() {
  return used_slots_ != 0 ? slots_[lowest(used_slots_)]->block() : parked_.front()->block();
}

ScheduleTrace Explorer::take_trace() {
  trace_.steps = step_;
  return std::move(trace_);
}

}  // namespace simt
