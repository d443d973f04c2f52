// SPDX-License-Identifier: Apache-2.0
/// The processes that an MPI launcher has started: each takes a shard of a campaign.
#pragma once

#include <memory>

#include "simt/explore/shard.h"

namespace simt {

/// Waits for all of them in the end, also where this one fails, so that its failure ends no other.
class MpiWorld {
 public:
  /// Null where no launcher started this process. Throws std::invalid_argument where one did and
  /// simt was built without MPI.
  static std::unique_ptr<MpiWorld> join();
  ~MpiWorld();
  MpiWorld(const MpiWorld&) = delete;
  MpiWorld& operator=(const MpiWorld&) = delete;

  const Shard& shard() const { return shard_; }
  /// Whether this one reports for all.
  bool is_first() const { return shard_.number == 1; }
  /// Returns when all have called it; at once where a signal has come.
  void wait_for_all();

 private:
  MpiWorld();

  Shard shard_;
  bool waited_ = false;
};

}  // namespace simt
