// SPDX-License-Identifier: Apache-2.0
/// Streams and events: which command may run when, and who runs it.
///
/// A command waits in its queue until the host has to wait for it; or, where the seed says so, runs
/// earlier; or runs once the host has been silent for a while, since a program may wait for the
/// device by looking at memory. Among the queues whose heads may run, the seed chooses. So a host
/// that reads too early, or two streams that should have been ordered, show.
///
/// Commands run on the host thread that waits for them, and otherwise on one background thread.
/// Commands of different queues can run at the same time, kernels one at a time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <variant>
#include <vector>

#include "backends/backend.h"
#include "simt/schedule/stream_order.h"

namespace simt {

class StreamEngine {
 public:
  /// Runs a command; called without locks held.
  using Executor = std::function<void(Command&)>;

  StreamEngine(std::uint64_t seed, StreamOrder order, Executor execute);
  ~StreamEngine() { shut_down(); }

  /// Changes the order from now on.
  void set_order(StreamOrder order);

  /// Drops what has not started, for the end of the process. A kernel that waits for the host and
  /// thus never ends is left behind.
  void shut_down();

  std::shared_ptr<Stream> legacy_stream();
  std::shared_ptr<Stream> create_stream(const StreamOptions& options);
  std::shared_ptr<Event> create_event();

  void submit(Stream& stream, Command command);
  void record(Event& event, Stream& stream);
  void wait_for(Stream& stream, Event& event);

  void synchronize();
  void synchronize(Stream& stream);
  void synchronize(Event& event);

  bool finished(Stream& stream);
  bool finished(Event& event);
  bool recorded(const Event& event) const;
  /// Milliseconds. Where the order is given, one between any two events: time would not repeat.
  float elapsed(const Event& start, const Event& end) const;

 private:
  class Queue;
  class Mark;
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;

  /// The event takes its time when the queue gets here.
  struct Record {
    std::shared_ptr<Mark> mark;
  };
  /// The queue goes on once the other one is past an entry.
  struct Wait {
    std::shared_ptr<Queue> queue;
    std::uint64_t sequence;
  };
  struct Entry {
    /// Counts entries over all queues, in the order of their submission.
    std::uint64_t sequence;
    std::variant<Command, Record, Wait> what;
  };
  /// Up to which entry each queue has to be done.
  using Goal = std::map<std::shared_ptr<Queue>, std::uint64_t>;

  bool in_background() const { return order_ == StreamOrder::kConcurrent; }
  void append(Queue& queue, decltype(Entry::what) what);
  /// Runs everything that may run, where the order is eager.
  void run_eagerly(Lock& lock);
  /// Whether the head of the queue may run now.
  bool ready(const Queue& queue) const;
  bool past(const Goal& goal) const;
  /// Adds everything that has to be done before `queue` is past `sequence`.
  void require(Queue& queue, std::uint64_t sequence, Goal& goal) const;
  /// Runs heads of `goal`, or waits while others run them, until it is reached.
  void reach(const Goal& goal, Lock& lock);
  /// A queue whose head may run, chosen by the order; null where there is none. `goal`, where
  /// given, restricts the choice.
  std::shared_ptr<Queue> choose(const Goal* goal);
  void run_head(std::shared_ptr<Queue> queue, Lock& lock);
  /// Has the background thread run some heads, and gives it time to; a kernel that waits for this
  /// very thread is left running.
  void run_ahead(std::size_t heads, Lock& lock);
  void make_room(Lock& lock);
  void background();

  StreamOrder order_;
  Executor execute_;
  std::mt19937_64 random_;
  std::shared_ptr<Queue> legacy_;
  /// Queues that are not empty, in the order in which they became so.
  std::vector<std::shared_ptr<Queue>> active_;
  std::uint64_t sequence_ = 0;
  std::size_t pending_ = 0;
  bool kernel_running_ = false;
  /// Commands that are being run; up to one where nothing runs in the background.
  unsigned running_ = 0;
  /// Heads that the background thread was asked to run.
  std::size_t ahead_ = 0;
  Clock::time_point last_call_;
  bool stopping_ = false;
  bool background_ended_ = false;
  mutable std::mutex mutex_;
  /// An entry is done, or the background thread has nothing more to do.
  std::condition_variable changed_;
  /// The background thread has something to do.
  std::condition_variable wanted_;
  std::thread thread_;
};

}  // namespace simt
