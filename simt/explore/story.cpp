// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/story.h"

#include <fmt/format.h>

#include <filesystem>

#include "simt/explore/explanation.h"
#include "simt/report/source_location.h"

namespace simt {
namespace {

std::string index(const Index3& at, const Extent3& extent) {
  if (extent.y == 1 && extent.z == 1) return fmt::format("{}", at.x);
  return fmt::format("({},{},{})", at.x, at.y, at.z);
}

std::string thread(const Launch& launch, ThreadNumber number) {
  const ThreadPlace place = place_of(launch, number, nullptr);
  return fmt::format("thread {} of block {}", index(place.thread, launch.block),
                     index(place.block, launch.grid));
}

std::string line(const ThreadStop& stop) {
  SourceLocation where;
  if (stop.site != nullptr) where = locate(*stop.site);
  // The code address is where a call returns to.
  else if (stop.where != nullptr)
    where = locate(static_cast<const char*>(stop.where) - 1);
  else
    return "its start";
  return fmt::format("{}:{}", std::filesystem::path(where.file).filename().string(), where.line);
}

}  // namespace

std::string sentence(const Launch& launch, const AccessHistory::Parting& parting) {
  using Access = AccessHistory::Access;
  const auto place = [&](const Access& access) {
    return fmt::format("{} at {}", thread(launch, access.thread), line({.site = access.site}));
  };
  const auto write = [&](const Access& access) {
    return access.is_any() ? "what " + place(access) + " wrote"
                           : std::string("what was there before the launch");
  };
  const Access& here = parting.after_here;
  const Access& there = parting.after_there;
  const bool same_place = here.thread == there.thread && here.site == there.site && here.is_any();
  return fmt::format(
      "so that {} {} {}, where the canonical schedule gives {}", place(parting.access),
      reads(*parting.access.site) ? "reads" : "overwrites", write(here),
      same_place
          ? fmt::format("what it wrote there {}", there.step < here.step ? "before" : "afterwards")
          : write(there));
}

std::string sentence(const Launch& launch, const SwitchRecord& record) {
  if (record.deviation.next == kLateStore)
    return fmt::format("what {} wrote at {} reached other threads late",
                       thread(launch, record.deviation.at), line(record.left));
  const std::string next = thread(launch, record.deviation.next);
  const std::string from = line(record.from);
  const std::string to = line(record.to);
  const std::string ran = fmt::format("ran from {} to {}", from, to);
  if (record.deviation.at == kNobody) return fmt::format("{} {} before any other", next, ran);
  const std::string left = thread(launch, record.deviation.at);
  if (record.interrupted)
    return fmt::format("{} {} before {} reached {}", next, ran, left, line(record.left));
  return fmt::format("after {} had come to {}, {} {} before the others", left, line(record.left),
                     next, ran);
}

}  // namespace simt
