// SPDX-License-Identifier: Apache-2.0
/// What the workers of one launch share: which block starts next, how many are resident, the grid
/// barrier, whether anybody gets anywhere, and the finding that ends it.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "simt/grid/launch.h"
#include "simt/schedule/block_order.h"

namespace simt {

class LaunchRun {
 public:
  LaunchRun(const Launch& launch, const MachineSettings& settings, unsigned workers);

  const Launch& launch() const { return launch_; }
  const MachineSettings& settings() const { return settings_; }
  /// Seed of everything random in this launch.
  std::uint64_t seed() const { return seed_; }
  std::uint64_t blocks() const { return blocks_; }
  std::uint64_t blocks_not_started() const;

  /// A run of places in the starting order, [first, last), for one worker; empty when all are
  /// taken.
  struct Places {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };
  Places take_places();
  std::uint64_t block_at(std::uint64_t place) const { return order_.at(place); }

  /// A place among the resident blocks; false while all are taken.
  bool admit();
  void leave() { resident_.fetch_sub(1, std::memory_order_relaxed); }
  /// A resident block ended.
  void block_ended() {
    ended_.fetch_add(1, std::memory_order_relaxed);
    leave();
  }
  std::uint64_t residency() const { return residency_; }

  /// The grid barrier: a block arrives with all its threads; it may go on once
  /// `grid_barriers_passed()` exceeds the number it has passed itself.
  void arrive_at_grid_barrier();
  std::uint64_t grid_barriers_passed() const {
    return grid_barriers_passed_.load(std::memory_order_acquire);
  }
  /// Whether blocks wait at the grid barrier, all others have ended, and so nothing can complete
  /// it.
  bool grid_barrier_is_stuck() const {
    const std::uint64_t ended = ended_.load(std::memory_order_relaxed);
    return ended > 0 && ended < blocks_ &&
           at_grid_barrier_.load(std::memory_order_relaxed) + ended == blocks_;
  }

  /// Ends the launch; the first finding counts.
  void fail(Finding finding);
  bool failed() const { return failed_.load(std::memory_order_acquire); }
  LaunchOutcome take_outcome();

  /// Workers say whether their last round over their blocks got anywhere.
  void worker_stalls();
  void worker_proceeds();
  void worker_ends() { --working_; }
  /// Whether no worker gets anywhere; then counts `polls` and answers how many there were since.
  std::optional<std::uint64_t> count_fruitless(std::uint64_t polls);

 private:
  Launch launch_;
  MachineSettings settings_;
  std::uint64_t seed_;
  std::uint64_t blocks_;
  std::uint64_t residency_;
  std::uint64_t places_per_take_;
  BlockOrder order_;
  std::atomic<std::uint64_t> next_place_{0};
  std::atomic<std::uint64_t> resident_{0};
  std::atomic<std::uint64_t> ended_{0};
  std::atomic<std::uint64_t> at_grid_barrier_{0};
  std::atomic<std::uint64_t> grid_barriers_passed_{0};
  std::atomic<unsigned> working_;
  std::atomic<unsigned> stalled_{0};
  std::atomic<std::uint64_t> fruitless_{0};
  std::atomic<bool> failed_{false};
  std::mutex finding_mutex_;
  LaunchOutcome finding_;
};

}  // namespace simt
