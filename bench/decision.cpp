// SPDX-License-Identifier: Apache-2.0
/// What a decision of the explorer costs: threads that come to nothing but decision points, under
/// each strategy. The yardstick is the same launch of the throughput executor with a barrier at
/// each point, where a thread also gives way to the next one, but nobody chooses.
#include <benchmark/benchmark.h>

#include <string>

#include "simt/grid/machine.h"
#include "simt/grid/worker.h"

extern "C" void simt_barrier();

namespace {

constexpr unsigned kPoints = 256;

const simt_site_record& site() {
  static const simt_site_record record = [] {
    simt_site_record atomic{};
    atomic.kind = SIMT_ACCESS_ATOMIC_UPDATE;
    atomic.size = 4;
    return atomic;
  }();
  return record;
}

void come_to_points(const void*) {
  for (unsigned i = 0; i < kPoints; ++i) simt::Worker::current().access(nullptr, 4, site());
}

void come_to_barriers(const void*) {
  for (unsigned i = 0; i < kPoints; ++i) simt_barrier();
}

simt_kernel_record kernel(void (*entry)(const void*)) {
  simt_kernel_record record{};
  record.name = "kernel";
  record.thread_entry = entry;
  record.flags = SIMT_KERNEL_MAY_BLOCK;
  return record;
}

simt::MachineSettings one_worker() {
  simt::MachineSettings settings;
  settings.workers = 1;
  settings.residency = {.multiprocessors = 1,
                        .blocks_per_multiprocessor = 64,
                        .threads_per_multiprocessor = 64 * 1024};
  return settings;
}

void report(benchmark::State& state, const char* what, std::uint64_t each) {
  state.counters[what] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(each),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void decision(benchmark::State& state, const std::string& strategy) {
  simt::Machine machine(one_worker());
  const simt_kernel_record record = kernel(come_to_points);
  const simt::Launch launch{
      .kernel = &record, .grid = {1, 1, 1}, .block = {static_cast<unsigned>(state.range(0)), 1, 1}};
  simt::ScheduleSpec spec;
  spec.blocks = spec.warps = spec.lanes = simt::parse_strategy(strategy);
  spec.steps = 1000;
  std::uint64_t decisions = 0;
  for ([[maybe_unused]] auto _ : state) decisions = machine.run(launch, spec, {}).trace.decisions;
  report(state, "decision", decisions);
}

void giving_way(benchmark::State& state) {
  simt::Machine machine(one_worker());
  const simt_kernel_record record = kernel(come_to_barriers);
  const simt::Launch launch{
      .kernel = &record, .grid = {1, 1, 1}, .block = {static_cast<unsigned>(state.range(0)), 1, 1}};
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(machine.run(launch));
  report(state, "switch", static_cast<std::uint64_t>(state.range(0)) * kPoints);
}
BENCHMARK(giving_way)->Arg(32)->Arg(256);

const int registered = [] {
  for (const simt::StrategyDescription& strategy : simt::strategy_table())
    benchmark::RegisterBenchmark(("decision/" + std::string(strategy.name)).c_str(), decision,
                                 std::string(strategy.name))
        ->Arg(32)
        ->Arg(256);
  return 0;
}();

}  // namespace
