// SPDX-License-Identifier: Apache-2.0
#include "simt/observe/last_writers.h"

#include <iterator>

namespace simt {

void LastWriters::watch(std::uint64_t address, std::uint64_t bytes) {
  places_[address] = {bytes, {}};
}

void LastWriters::on_access(const AccessEvent& event) {
  if (!writes(*event.site)) return;
  auto place = places_.upper_bound(event.address);
  if (place != places_.begin()) --place;
  for (; place != places_.end() && place->first < event.address + event.bytes; ++place)
    if (place->first + place->second.bytes > event.address)
      place->second.writer = {event.thread, event.site};
}

std::optional<LastWriters::Writer> LastWriters::of(std::uint64_t address) const {
  const auto place = places_.find(address);
  return place == places_.end() ? std::nullopt : place->second.writer;
}

}  // namespace simt
