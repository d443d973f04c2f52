// SPDX-License-Identifier: Apache-2.0
#include "simt/observe/access_history.h"

#include <algorithm>

#include "simt/schedule/random.h"

namespace simt {
namespace {

constexpr std::uint64_t kGranule = 4;

struct Hash {
  std::size_t operator()(const AccessHistory::Access& access) const {
    return mix(access.thread ^ mix(access.step));
  }
};

}  // namespace

void AccessHistory::on_access(const AccessEvent& event) {
  if (entries_.size() == kMost) {
    complete_ = false;
    return;
  }
  const bool write = writes(*event.site);
  const std::uint64_t end = event.address + std::max<std::uint64_t>(event.bytes, 1);
  std::size_t last = 0;
  for (std::uint64_t granule = event.address / kGranule; granule * kGranule < end; ++granule) {
    std::size_t& writer = written_[granule];
    last = std::max(last, writer);
    if (write) writer = entries_.size() + 1;
  }
  entries_.push_back({.access = {event.thread, event.step, event.site},
                      .after = last == 0 ? Access{} : entries_[last - 1].access});
}

std::optional<AccessHistory::Parting> AccessHistory::parting_from(
    const AccessHistory& other) const {
  if (!complete_ || !other.complete_) return std::nullopt;
  using Site = simt_site_record;
  const auto plain_read = [](const Site& site) { return site.kind == SIMT_ACCESS_READ; };
  const auto atomic_read = [](const Site& site) { return reads(site); };
  const auto write = [](const Site& site) { return writes(site); };
  if (const auto parting = first_parting(other, plain_read)) return parting;
  if (const auto parting = first_parting(other, atomic_read)) return parting;
  return first_parting(other, write);
}

template <class Of>
std::optional<AccessHistory::Parting> AccessHistory::first_parting(const AccessHistory& other,
                                                                   Of of) const {
  std::unordered_map<Access, const Access*, Hash> there;
  for (const Entry& entry : other.entries_) there[entry.access] = &entry.after;
  for (const Entry& entry : entries_) {
    const auto same = there.find(entry.access);
    if (!of(*entry.access.site) || same == there.end() || *same->second == entry.after) continue;
    return Parting{entry.access, entry.after, *same->second};
  }
  return std::nullopt;
}

}  // namespace simt
