// SPDX-License-Identifier: Apache-2.0
/// A switch from fiber to fiber round a ring, against one through boost::context::fiber, the
/// library's public class.
#include "simt/fiber/fiber.h"

#include <benchmark/benchmark.h>

#include <boost/context/fiber.hpp>
#include <memory>
#include <vector>

namespace {

struct Ring {
  simt::StackPool stacks{64 * 1024};
  std::vector<std::unique_ptr<simt::Fiber>> fibers;
  simt::Fiber home;
  std::size_t current = 0;
  long left = 0;
};

Ring* ring = nullptr;

/// Passes on to the next fiber until the turns are used up.
void pass_on() {
  while (true) {
    Ring& all = *ring;
    simt::Fiber& self = *all.fibers[all.current];
    if (--all.left <= 0) {
      self.switch_to(all.home);
      continue;
    }
    all.current = (all.current + 1) % all.fibers.size();
    self.switch_to(*all.fibers[all.current]);
  }
}

void switch_round_a_ring(benchmark::State& state) {
  Ring fibers;
  ring = &fibers;
  for (int i = 0; i < state.range(0); ++i) {
    fibers.fibers.push_back(std::make_unique<simt::Fiber>(fibers.stacks.allocate(), pass_on));
  }
  constexpr long kSwitches = 100000;
  for ([[maybe_unused]] auto _ : state) {
    fibers.left = kSwitches;
    fibers.home.switch_to(*fibers.fibers[fibers.current]);
  }
  state.counters["switch"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kSwitches,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(switch_round_a_ring)->Arg(32)->Arg(256)->Arg(1024);

void boost_resume_and_yield(benchmark::State& state) {
  boost::context::fiber other([](boost::context::fiber&& caller) {
    while (true) caller = std::move(caller).resume();
    return std::move(caller);
  });
  constexpr long kPairs = 50000;
  for ([[maybe_unused]] auto _ : state) {
    for (long i = 0; i < kPairs; ++i) other = std::move(other).resume();
  }
  state.counters["switch"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kPairs * 2,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(boost_resume_and_yield);

}  // namespace
