// SPDX-License-Identifier: Apache-2.0
/// Streams and events: see backends/emulator/stream_engine.h.
#include "backends/emulator/stream_engine.h"

#include <algorithm>
#include <utility>

namespace simt {
namespace {

using namespace std::chrono_literals;

/// Commands that wait before the host has to; about as many as a driver queues.
constexpr std::size_t kLargestBacklog = 1024;
/// One in this many calls runs something early.
constexpr std::uint64_t kEarlyOdds = 8;
/// How long a host that polls memory waits for its kernel to start.
constexpr auto kSilence = 50ms;
/// The same where the order must not depend on the clock: only a host that would wait for ever.
constexpr auto kLongSilence = 5s;
/// How long a host waits for what runs early; only a kernel that waits for the host takes longer,
/// or one whose end the host need not see.
constexpr auto kPatience = 100ms;
/// How long the end of the process waits for a kernel that the background thread runs.
constexpr auto kLastGrace = 1s;

}  // namespace

class StreamEngine::Queue : public Stream, public std::enable_shared_from_this<Queue> {
 public:
  explicit Queue(const StreamOptions& options) : options(options) {}

  bool past(std::uint64_t sequence) const {
    return entries.empty() || entries.front().sequence > sequence;
  }

  const StreamOptions options;
  std::deque<Entry> entries;
  /// Its head is being run.
  bool busy = false;
};

class StreamEngine::Mark : public Event, public std::enable_shared_from_this<Mark> {
 public:
  bool reached() const { return queue == nullptr || queue->past(sequence); }

  /// Where it was recorded last.
  std::shared_ptr<Queue> queue;
  std::uint64_t sequence = 0;
  Clock::time_point time;
};

StreamEngine::StreamEngine(std::uint64_t seed, StreamOrder order, Executor execute)
    : order_(order),
      execute_(std::move(execute)),
      random_(seed),
      legacy_(std::make_shared<Queue>(StreamOptions{})),
      last_call_(Clock::now()) {}

void StreamEngine::set_order(StreamOrder order) {
  const std::lock_guard lock(mutex_);
  order_ = order;
}

void StreamEngine::shut_down() {
  Lock lock(mutex_);
  stopping_ = true;
  wanted_.notify_all();
  if (!thread_.joinable()) return;
  const bool ended = changed_.wait_for(lock, kLastGrace, [this] { return background_ended_; });
  lock.unlock();
  if (ended)
    thread_.join();
  else
    thread_.detach();
}

std::shared_ptr<Stream> StreamEngine::legacy_stream() { return legacy_; }

std::shared_ptr<Stream> StreamEngine::create_stream(const StreamOptions& options) {
  return std::make_shared<Queue>(options);
}

std::shared_ptr<Event> StreamEngine::create_event() { return std::make_shared<Mark>(); }

void StreamEngine::submit(Stream& stream, Command command) {
  Lock lock(mutex_);
  make_room(lock);
  append(static_cast<Queue&>(stream), std::move(command));
  run_eagerly(lock);
  const bool leaves_it_to_the_seed = in_background() || order_ == StreamOrder::kRandom;
  if (leaves_it_to_the_seed && random_() % kEarlyOdds == 0)
    run_ahead(1 + random_() % pending_, lock);
}

void StreamEngine::record(Event& event, Stream& stream) {
  Lock lock(mutex_);
  auto& mark = static_cast<Mark&>(event);
  auto& queue = static_cast<Queue&>(stream);
  append(queue, Record{mark.shared_from_this()});
  mark.queue = queue.shared_from_this();
  mark.sequence = sequence_;
  run_eagerly(lock);
}

void StreamEngine::wait_for(Stream& stream, Event& event) {
  Lock lock(mutex_);
  const auto& mark = static_cast<Mark&>(event);
  if (mark.reached()) return;
  append(static_cast<Queue&>(stream), Wait{mark.queue, mark.sequence});
  run_eagerly(lock);
}

void StreamEngine::synchronize() {
  Lock lock(mutex_);
  Goal goal;
  for (const auto& queue : active_) goal[queue] = sequence_;
  reach(goal, lock);
}

void StreamEngine::synchronize(Stream& stream) {
  Lock lock(mutex_);
  auto& queue = static_cast<Queue&>(stream);
  Goal goal;
  require(queue, sequence_, goal);
  reach(goal, lock);
}

void StreamEngine::synchronize(Event& event) {
  Lock lock(mutex_);
  const auto& mark = static_cast<Mark&>(event);
  if (mark.reached()) return;
  Goal goal;
  require(*mark.queue, mark.sequence, goal);
  reach(goal, lock);
}

bool StreamEngine::finished(Stream& stream) {
  Lock lock(mutex_);
  const auto& queue = static_cast<Queue&>(stream);
  if (!queue.entries.empty() && random_() % 2 == 0) run_ahead(1, lock);
  return queue.entries.empty();
}

bool StreamEngine::finished(Event& event) {
  Lock lock(mutex_);
  const auto& mark = static_cast<Mark&>(event);
  if (!mark.reached() && random_() % 2 == 0) run_ahead(1, lock);
  return mark.reached();
}

bool StreamEngine::recorded(const Event& event) const {
  const std::lock_guard lock(mutex_);
  return static_cast<const Mark&>(event).queue != nullptr;
}

float StreamEngine::elapsed(const Event& start, const Event& end) const {
  const std::lock_guard lock(mutex_);
  if (!in_background()) return &start == &end ? 0 : 1;
  return std::chrono::duration<float, std::milli>(static_cast<const Mark&>(end).time -
                                                  static_cast<const Mark&>(start).time)
      .count();
}

void StreamEngine::append(Queue& queue, decltype(Entry::what) what) {
  if (queue.entries.empty()) active_.push_back(queue.shared_from_this());
  queue.entries.push_back({++sequence_, std::move(what)});
  ++pending_;
  last_call_ = Clock::now();
  if (!thread_.joinable()) thread_ = std::thread(&StreamEngine::background, this);
  if (pending_ == 1) wanted_.notify_one();
}

void StreamEngine::run_eagerly(Lock& lock) {
  if (order_ == StreamOrder::kEager) run_ahead(pending_, lock);
}

bool StreamEngine::ready(const Queue& queue) const {
  if (queue.busy || queue.entries.empty()) return false;
  if (!in_background() && running_ != 0) return false;
  const Entry& head = queue.entries.front();
  if (&queue == legacy_.get()) {
    const bool others_done = std::ranges::all_of(active_, [&](const auto& other) {
      return other == legacy_ || !other->options.blocking || other->past(head.sequence);
    });
    if (!others_done) return false;
  } else if (queue.options.blocking && !legacy_->past(head.sequence)) {
    return false;
  }
  if (const auto* wait = std::get_if<Wait>(&head.what)) return wait->queue->past(wait->sequence);
  if (const auto* command = std::get_if<Command>(&head.what))
    return !kernel_running_ || !std::holds_alternative<KernelLaunch>(*command);
  return true;
}

bool StreamEngine::past(const Goal& goal) const {
  return std::ranges::all_of(goal, [](const auto& part) { return part.first->past(part.second); });
}

void StreamEngine::require(Queue& queue, std::uint64_t sequence, Goal& goal) const {
  std::vector<std::pair<Queue*, std::uint64_t>> open{{&queue, sequence}};
  while (!open.empty()) {
    const auto [next, upto] = open.back();
    open.pop_back();
    std::uint64_t& known = goal[next->shared_from_this()];
    if (known >= upto) continue;
    known = upto;
    std::uint64_t last = 0;
    for (const Entry& entry : next->entries) {
      if (entry.sequence > upto) break;
      last = entry.sequence;
      if (const auto* wait = std::get_if<Wait>(&entry.what))
        open.emplace_back(wait->queue.get(), wait->sequence);
    }
    if (last == 0) continue;
    if (next == legacy_.get()) {
      for (const auto& other : active_)
        if (other != legacy_ && other->options.blocking) open.emplace_back(other.get(), last);
    } else if (next->options.blocking) {
      open.emplace_back(legacy_.get(), last);
    }
  }
}

void StreamEngine::reach(const Goal& goal, Lock& lock) {
  while (!past(goal)) {
    if (auto queue = choose(&goal))
      run_head(std::move(queue), lock);
    else
      changed_.wait(lock);
  }
  last_call_ = Clock::now();
}

std::shared_ptr<StreamEngine::Queue> StreamEngine::choose(const Goal* goal) {
  std::vector<const std::shared_ptr<Queue>*> choices;
  for (const auto& queue : active_) {
    if (goal != nullptr) {
      const auto part = goal->find(queue);
      if (part == goal->end() || queue->past(part->second)) continue;
    }
    if (ready(*queue)) choices.push_back(&queue);
  }
  if (choices.empty()) return nullptr;
  const auto asked_for = [](const auto* queue) { return (*queue)->entries.front().sequence; };
  if (order_ == StreamOrder::kEager) return **std::ranges::min_element(choices, {}, asked_for);
  if (order_ == StreamOrder::kLate) return **std::ranges::max_element(choices, {}, asked_for);
  return *choices[choices.size() == 1 ? 0 : random_() % choices.size()];
}

void StreamEngine::run_head(std::shared_ptr<Queue> queue, Lock& lock) {
  Entry& head = queue->entries.front();
  if (const auto* record = std::get_if<Record>(&head.what)) {
    if (record->mark->sequence == head.sequence) record->mark->time = Clock::now();
  } else if (auto* command = std::get_if<Command>(&head.what)) {
    const bool kernel = std::holds_alternative<KernelLaunch>(*command);
    queue->busy = true;
    kernel_running_ |= kernel;
    ++running_;
    lock.unlock();
    execute_(*command);
    lock.lock();
    queue->busy = false;
    --running_;
    if (kernel) kernel_running_ = false;
  }
  queue->entries.pop_front();
  --pending_;
  if (queue->entries.empty()) std::erase(active_, queue);
  changed_.notify_all();
}

void StreamEngine::run_ahead(std::size_t heads, Lock& lock) {
  last_call_ = Clock::now();
  if (kernel_running_) return;
  if (!in_background()) {
    for (; heads != 0; --heads)
      if (auto queue = choose(nullptr)) run_head(std::move(queue), lock);
    last_call_ = Clock::now();
    return;
  }
  ahead_ = heads;
  wanted_.notify_one();
  changed_.wait_for(lock, kPatience, [this] { return ahead_ == 0; });
}

void StreamEngine::make_room(Lock& lock) {
  if (pending_ < kLargestBacklog) return;
  while (pending_ > kLargestBacklog / 2) {
    if (auto queue = choose(nullptr))
      run_head(std::move(queue), lock);
    else
      changed_.wait(lock);
  }
}

void StreamEngine::background() {
  Lock lock(mutex_);
  while (!stopping_) {
    const Clock::duration silence = in_background() ? Clock::duration(kSilence) : kLongSilence;
    const bool silent = pending_ != 0 && Clock::now() - last_call_ >= silence;
    if (ahead_ == 0 && !silent) {
      if (pending_ == 0)
        wanted_.wait(lock);
      else
        wanted_.wait_for(lock, kSilence);
    } else if (auto queue = choose(nullptr)) {
      run_head(std::move(queue), lock);
      if (ahead_ != 0 && --ahead_ == 0) changed_.notify_all();
    } else {
      // Everything waits for what another thread is running.
      ahead_ = 0;
      changed_.notify_all();
      wanted_.wait_for(lock, kSilence);
    }
  }
  background_ended_ = true;
  changed_.notify_all();
}

}  // namespace simt
