// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/launch_trial.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "simt/schedule/random.h"

namespace simt {
namespace {

/// More would cost more to look at than it tells.
constexpr std::size_t kMostDifferences = std::size_t{1} << 20;

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

std::uint64_t Trial::state() const {
  std::uint64_t hash = printed_differently ? std::hash<std::string>()(output) : 0;
  if (run.outcome) hash = mix(hash ^ (static_cast<std::uint64_t>(run.outcome->kind) + 1));
  for (const WordDifference& difference : differences)
    hash = mix(hash ^ mix(difference.address) ^ difference.found);
  return hash;
}

ScheduleSpec canonical_schedule(const Machine& machine, const Launch& launch) {
  return canonical_schedule(derive(machine.settings().seed, launch.number));
}

LaunchTrial::LaunchTrial(Machine& machine, const MemoryMap& memory, const Launch& launch)
    : machine_(machine),
      memory_(memory),
      launch_(launch),
      canonical_(canonical_schedule(machine, launch)),
      start_(MemoryImage::capture(memory, heap_regions())),
      heap_at_start_(machine.heap().state()),
      printed_before_(machine.printf_buffer().take()) {}

std::vector<std::uint64_t> LaunchTrial::heap_regions() const {
  const auto region = reinterpret_cast<std::uint64_t>(machine_.heap().region());
  return region == 0 ? std::vector<std::uint64_t>{} : std::vector{region};
}

const ScheduledRun& LaunchTrial::run_canonical(Observer* observer) {
  canonical_run_ = machine_.run(launch_, canonical_, {.observer = observer});
  canonical_output_ = machine_.printf_buffer().take();
  canonical_lines_ = sorted_lines(canonical_output_.text);
  end_ = MemoryImage::capture_contents(memory_, heap_regions());
  return canonical_run_;
}

Trial LaunchTrial::run(const ScheduleSpec& schedule, const RunOptions& options) {
  restore_start(schedule.fill);
  Trial trial{.run = machine_.run(launch_, schedule, options),
              .differences = {},
              .printed_differently = false,
              .output = machine_.printf_buffer().take().text};
  // What a launch leaves behind that failed is nobody's result.
  if (trial.run.outcome) return trial;
  trial.differences = differences_now(schedule.fill);
  trial.printed_differently = sorted_lines(trial.output) != canonical_lines_;
  return trial;
}

std::vector<WordDifference> LaunchTrial::differences_now(std::uint64_t fill) const {
  return end_.differences(start_, refill(fill), kMostDifferences);
}

void LaunchTrial::restore_start(std::uint64_t fill) {
  start_.restore(refill(fill));
  machine_.heap().restore(heap_at_start_);
}

void LaunchTrial::restore_printed_before() {
  const PrintfBuffer::Output since = machine_.printf_buffer().take();
  machine_.printf_buffer().put_back(printed_before_);
  machine_.printf_buffer().put_back(since);
}

void LaunchTrial::restore_output() {
  machine_.printf_buffer().put_back(printed_before_);
  machine_.printf_buffer().put_back(canonical_output_);
}

std::uint64_t LaunchTrial::refill(std::uint64_t fill) const {
  return fill == canonical_.fill ? 0 : mix(fill) | 1;
}

std::uint32_t LaunchTrial::input_fingerprint() const {
  std::uint64_t hash = start_.hash();
  for (const char* c = launch_.kernel->name; *c != '\0'; ++c)
    hash = mix(hash ^ static_cast<unsigned char>(*c));
  for (const Extent3& extent : {launch_.grid, launch_.block})
    for (const std::uint32_t size : {extent.x, extent.y, extent.z}) hash = mix(hash ^ size);
  return static_cast<std::uint32_t>(hash);
}

}  // namespace simt
