// SPDX-License-Identifier: Apache-2.0
/// Every access of a run with the write that it came after: for comparing two runs of a launch.
/// What a thread does depends on nothing but what it has read, so the first read that comes after
/// another write than in the other run is where the two part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simt/observe/observer.h"

namespace simt {

class AccessHistory final : public Observer {
 public:
  /// More accesses than this are not kept.
  static constexpr std::size_t kMost = std::size_t{1} << 23;

  /// One access, by the thread's step.
  struct Access {
    ThreadNumber thread = kNobody;
    std::uint64_t step = 0;
    const simt_site_record* site = nullptr;

    bool is_any() const { return site != nullptr; }
    friend bool operator==(const Access& one, const Access& other) {
      return one.thread == other.thread && one.step == other.step;
    }
  };
  struct Entry {
    Access access;
    /// The last write to any of the place before; none where nobody had written.
    Access after;
  };

  void on_access(const AccessEvent& event) override;

  /// Where this run parts from `other`: an access that both make, here after another write.
  struct Parting {
    Access access;
    Access after_here;
    Access after_there;
  };
  /// The first plain read in this run's order; where these agree, the first atomic that reads,
  /// which often is no more than a lock taken by another first; where these do too, the first
  /// write. Empty where the runs do not part, or one made more accesses than are kept.
  std::optional<Parting> parting_from(const AccessHistory& other) const;

 private:
  template <class Of>
  std::optional<Parting> first_parting(const AccessHistory& other, Of of) const;

  std::vector<Entry> entries_;
  /// For each four bytes of memory, the entry of the last write, counted from 1.
  std::unordered_map<std::uint64_t, std::size_t> written_;
  bool complete_ = true;
};

}  // namespace simt
