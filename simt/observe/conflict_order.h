// SPDX-License-Identifier: Apache-2.0
/// In which order the threads of a launch made their conflicting accesses. Two runs with the same
/// order of conflicts compute the same (Mazurkiewicz, "Trace Theory", 1987): so the number of
/// different orders says how much of the space of schedules was seen, and a launch without
/// conflicts cannot depend on its schedule.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/observe/observer.h"

namespace simt {

class ConflictOrder final : public Observer {
 public:
  void begin_launch();
  void on_access(const AccessEvent& event) override;

  /// Equal for runs whose conflicting accesses came in the same order.
  std::uint64_t hash() const { return hash_; }
  /// Whether any two threads made conflicting accesses.
  bool any() const { return conflicts_ != 0; }
  std::uint64_t accesses() const { return accesses_; }

 private:
  static constexpr ThreadNumber kMany = kNobody - 1;

  /// What happened to four bytes of memory.
  struct Cell {
    std::uint64_t key = 0;
    std::uint32_t launch = 0;
    bool contended = false;
    ThreadNumber writer = kNobody;
    /// The only thread that read since the last write; kMany if there were several.
    ThreadNumber reader = kNobody;
    /// Stands for the writes so far, in order; and for who read since the last, in no order.
    std::uint64_t order = 0;
    std::uint64_t readers = 0;
    std::uint64_t contribution = 0;
  };

  Cell& cell(std::uint64_t key);
  void grow();

  std::vector<Cell> cells_ = std::vector<Cell>(4096);
  std::size_t used_ = 0;
  std::uint32_t launch_ = 0;
  std::uint64_t hash_ = 0;
  std::uint64_t conflicts_ = 0;
  std::uint64_t accesses_ = 0;
};

}  // namespace simt
