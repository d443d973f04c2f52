// SPDX-License-Identifier: Apache-2.0
/// The order in which commands of streams run, under many seeds. CUDA Programming Guide,
/// "Asynchronous Concurrent Execution".
#include "backends/emulator/stream_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

namespace simt {
namespace {

constexpr std::uint64_t kSeeds = 40;

/// An engine whose commands write down their names as they run.
class Recorder {
 public:
  explicit Recorder(std::uint64_t seed, StreamOrder order = StreamOrder::kConcurrent)
      : engine(seed, order,
               [](Command& command) { std::get<HostCall>(command).function(cudaSuccess); }) {}

  void submit(const std::shared_ptr<Stream>& stream, char name) {
    engine.submit(*stream, HostCall{.function = [this, name](cudaError_t) {
      const std::lock_guard lock(mutex_);
      ran_ += name;
    }});
  }
  std::string ran() const {
    const std::lock_guard lock(mutex_);
    return ran_;
  }
  std::shared_ptr<Stream> stream(bool blocking = true) {
    return engine.create_stream({.blocking = blocking});
  }

 private:
  mutable std::mutex mutex_;
  std::string ran_;

 public:
  StreamEngine engine;
};

/// What ran, in order, for each seed.
template <class Body>
std::set<std::string> orders(Body body) {
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Recorder recorder(seed);
    body(recorder);
    seen.insert(recorder.ran());
  }
  return seen;
}

using Orders = std::set<std::string>;

TEST(StreamEngine, RunsAStreamInOrder) {
  EXPECT_EQ(orders([](Recorder& recorder) {
              const auto stream = recorder.stream();
              for (const char name : {'a', 'b', 'c', 'd'}) recorder.submit(stream, name);
              recorder.engine.synchronize(*stream);
              EXPECT_TRUE(recorder.engine.finished(*stream));
            }),
            Orders{"abcd"});
}

TEST(StreamEngine, RunsTwoStreamsInAnyOrder) {
  EXPECT_EQ(orders([](Recorder& recorder) {
              const auto one = recorder.stream(), two = recorder.stream();
              recorder.submit(one, 'a');
              recorder.submit(two, 'b');
              recorder.engine.synchronize();
            }),
            (Orders{"ab", "ba"}));
}

TEST(StreamEngine, LegacyStreamWaitsAndIsWaitedFor) {
  EXPECT_EQ(orders([](Recorder& recorder) {
              const auto one = recorder.stream(), two = recorder.stream();
              recorder.submit(one, 'a');
              recorder.submit(recorder.engine.legacy_stream(), 'b');
              recorder.submit(two, 'c');
              recorder.engine.synchronize(*two);
            }),
            Orders{"abc"});
}

TEST(StreamEngine, NonBlockingStreamsIgnoreTheLegacyStream) {
  EXPECT_EQ(orders([](Recorder& recorder) {
              const auto stream = recorder.stream(/*blocking=*/false);
              recorder.submit(recorder.engine.legacy_stream(), 'a');
              recorder.submit(stream, 'b');
              recorder.engine.synchronize();
            }),
            (Orders{"ab", "ba"}));
}

/// Two streams; 'b' of the second, which is given back, waits for 'a' of the first by an event.
auto submit_in_order_of_event(Recorder& recorder) {
  const auto one = recorder.stream(false), two = recorder.stream(false);
  const auto event = recorder.engine.create_event();
  recorder.submit(one, 'a');
  recorder.engine.record(*event, *one);
  recorder.engine.wait_for(*two, *event);
  recorder.submit(two, 'b');
  return two;
}

TEST(StreamEngine, EventsOrderStreams) {
  EXPECT_EQ(orders([](Recorder& recorder) {
              const auto last = submit_in_order_of_event(recorder);
              recorder.engine.synchronize(*last);
            }),
            Orders{"ab"});
}

TEST(StreamEngine, WaitingMeansWhatTheEventStoodForThen) {
  EXPECT_TRUE(orders([](Recorder& recorder) {
                const auto one = recorder.stream(false), two = recorder.stream(false);
                const auto event = recorder.engine.create_event();
                recorder.engine.wait_for(*two, *event);  // stands for nothing yet
                recorder.submit(one, 'a');
                recorder.engine.record(*event, *one);
                recorder.submit(two, 'b');
                recorder.engine.synchronize();
              }).contains("ba"));
}

TEST(StreamEngine, SynchronizingAnEventRunsWhatIsBeforeIt) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Recorder recorder(seed);
    const auto stream = recorder.stream();
    const auto event = recorder.engine.create_event();
    EXPECT_FALSE(recorder.engine.recorded(*event));
    EXPECT_TRUE(recorder.engine.finished(*event));
    recorder.submit(stream, 'a');
    recorder.engine.record(*event, *stream);
    EXPECT_TRUE(recorder.engine.recorded(*event));
    recorder.submit(stream, 'b');
    recorder.engine.synchronize(*event);
    EXPECT_TRUE(recorder.engine.finished(*event));
    EXPECT_EQ(recorder.ran().substr(0, 1), "a");
    recorder.engine.synchronize();
    EXPECT_EQ(recorder.ran(), "ab");
  }
}

TEST(StreamEngine, AnEventTakesItsTimeWhereItWasRecordedLast) {
  Recorder recorder(1);
  const auto stream = recorder.stream();
  const auto start = recorder.engine.create_event(), end = recorder.engine.create_event();
  recorder.engine.record(*end, *stream);
  recorder.engine.record(*start, *stream);
  recorder.submit(stream, 'a');
  recorder.engine.record(*end, *stream);
  recorder.engine.synchronize(*end);
  EXPECT_EQ(recorder.ran(), "a");
  EXPECT_GE(recorder.engine.elapsed(*start, *end), 0);
}

TEST(StreamEngine, RunsEarlyWhereTheSeedSaysSo) {
  int early = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Recorder recorder(seed);
    recorder.submit(recorder.stream(), 'a');
    early += recorder.ran() == "a" ? 1 : 0;
    recorder.engine.synchronize();
  }
  EXPECT_GT(early, 0);
  EXPECT_LT(early, int{kSeeds});
}

TEST(StreamEngine, PollingMakesProgress) {
  Recorder recorder(3);
  const auto stream = recorder.stream();
  recorder.submit(stream, 'a');
  while (!recorder.engine.finished(*stream)) {
  }
  EXPECT_EQ(recorder.ran(), "a");
}

TEST(StreamEngine, RunsWhatIsLeftInAStreamThatIsDestroyed) {
  Recorder recorder(4);
  recorder.submit(recorder.stream(), 'a');
  recorder.engine.synchronize();
  EXPECT_EQ(recorder.ran(), "a");
}

TEST(StreamEngine, TakesALongBacklogInOrder) {
  Recorder recorder(5);
  const auto stream = recorder.stream();
  std::string expected;
  for (int i = 0; i < 5000; ++i) {
    expected += static_cast<char>('a' + i % 26);
    recorder.submit(stream, expected.back());
  }
  recorder.engine.synchronize(*stream);
  EXPECT_EQ(recorder.ran(), expected);
}

/// What runs of a on one stream, b on another and c on the first again, before and after the host
/// waits for the second stream, and after it has waited for all.
std::string steps(StreamOrder order) {
  Recorder recorder(6, order);
  const auto one = recorder.stream(false), two = recorder.stream(false);
  recorder.submit(one, 'a');
  recorder.submit(two, 'b');
  recorder.submit(one, 'c');
  std::string steps = recorder.ran() + ",";
  recorder.engine.synchronize(*two);
  steps += recorder.ran() + ",";
  recorder.engine.synchronize();
  return steps + recorder.ran();
}

TEST(StreamEngine, RunsEagerlyWhatTheHostAsksFor) {
  EXPECT_EQ(steps(StreamOrder::kEager), "abc,abc,abc");
}

TEST(StreamEngine, RunsLateWhatTheHostWaitsFor) { EXPECT_EQ(steps(StreamOrder::kLate), ",b,bac"); }

TEST(StreamEngine, LateOrdersBeginWithWhatWasAskedForLast) {
  Recorder recorder(6, StreamOrder::kLate);
  const auto one = recorder.stream(false), two = recorder.stream(false);
  recorder.submit(one, 'a');
  recorder.submit(two, 'b');
  recorder.engine.synchronize();
  EXPECT_EQ(recorder.ran(), "ba");
}

TEST(StreamEngine, EventsOrderLateStreamsToo) {
  Recorder recorder(6, StreamOrder::kLate);
  const auto last = submit_in_order_of_event(recorder);
  recorder.engine.synchronize();
  EXPECT_EQ(recorder.ran(), "ab");
}

TEST(StreamEngine, TimeRepeatsWhereTheOrderIsGiven) {
  Recorder recorder(6, StreamOrder::kLate);
  const auto stream = recorder.stream();
  const auto start = recorder.engine.create_event(), end = recorder.engine.create_event();
  recorder.engine.record(*start, *stream);
  recorder.engine.record(*end, *stream);
  recorder.engine.synchronize();
  EXPECT_EQ(recorder.engine.elapsed(*start, *end), 1);
  EXPECT_EQ(recorder.engine.elapsed(*start, *start), 0);
}

}  // namespace
}  // namespace simt
