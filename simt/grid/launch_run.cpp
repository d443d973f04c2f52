// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/launch_run.h"

#include <algorithm>

#include "simt/report/source_location.h"
#include "simt/schedule/random.h"

namespace simt {
namespace {

std::uint64_t resident_blocks(const Launch& launch, const MachineSettings& settings) {
  const std::uint64_t per_multiprocessor = resident_blocks_per_multiprocessor(
      settings.residency, launch.block.count(),
      std::uint64_t{launch.static_shared_bytes} + launch.dynamic_shared_bytes);
  return std::max<std::uint64_t>(1, per_multiprocessor * settings.residency.multiprocessors);
}

}  // namespace

LaunchRun::LaunchRun(const Launch& launch, const MachineSettings& settings, unsigned workers)
    : launch_(launch),
      settings_(settings),
      seed_(derive(settings.seed, launch.number)),
      blocks_(launch.grid.count()),
      residency_(resident_blocks(launch, settings)),
      places_per_take_(std::clamp<std::uint64_t>(blocks_ / (workers * 8), 1, 32)),
      order_(blocks_, seed_),
      working_(workers) {}

std::uint64_t LaunchRun::blocks_not_started() const {
  return blocks_ - std::min(blocks_, next_place_.load(std::memory_order_relaxed));
}

LaunchRun::Places LaunchRun::take_places() {
  const std::uint64_t first = next_place_.fetch_add(places_per_take_, std::memory_order_relaxed);
  return {std::min(first, blocks_), std::min(first + places_per_take_, blocks_)};
}

bool LaunchRun::admit() {
  if (resident_.fetch_add(1, std::memory_order_relaxed) < residency_) return true;
  leave();
  return false;
}

void LaunchRun::arrive_at_grid_barrier() {
  if (at_grid_barrier_.fetch_add(1, std::memory_order_acq_rel) + 1 == blocks_) {
    at_grid_barrier_.store(0, std::memory_order_relaxed);
    grid_barriers_passed_.fetch_add(1, std::memory_order_release);
  }
}

void LaunchRun::fail(Finding finding) {
  const std::lock_guard lock(finding_mutex_);
  if (finding_) return;
  finding.kernel = demangle(launch_.kernel->name);
  finding.seed = settings_.seed;
  finding_ = std::move(finding);
  failed_.store(true, std::memory_order_release);
}

LaunchOutcome LaunchRun::take_outcome() { return std::move(finding_); }

void LaunchRun::worker_stalls() { stalled_.fetch_add(1, std::memory_order_relaxed); }

void LaunchRun::worker_proceeds() {
  fruitless_.store(0, std::memory_order_relaxed);
  stalled_.fetch_sub(1, std::memory_order_relaxed);
}

std::optional<std::uint64_t> LaunchRun::count_fruitless(std::uint64_t polls) {
  if (stalled_.load(std::memory_order_relaxed) < working_.load(std::memory_order_relaxed)) {
    return std::nullopt;
  }
  return fruitless_.fetch_add(polls, std::memory_order_relaxed) + polls;
}

}  // namespace simt
