// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace simt {
namespace {

constexpr std::chrono::milliseconds kTerminalInterval{100};
constexpr std::chrono::seconds kPlainInterval{10};

}  // namespace

Progress::Progress()
    : terminal_(isatty(STDERR_FILENO) != 0), last_(std::chrono::steady_clock::now()) {}

void Progress::show(const CampaignReport& campaign, const std::optional<LaunchProgress>& running) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < (terminal_ ? kTerminalInterval : std::chrono::milliseconds(kPlainInterval)))
    return;
  last_ = now;
  std::uint64_t schedules = 0;
  for (const LaunchReport& launch : campaign.launches) schedules += launch.schedules;
  std::string line =
      fmt::format("simt: {} launches, {} schedules, {}", campaign.launches.size(), schedules,
                  campaign.has_failures() ? "failures found" : "no failure");
  if (running)
    line += fmt::format("; launch {}: {} of {} schedules, {} fail", running->launch,
                        running->schedules, running->wanted, running->failing);
  fmt::print(stderr, "{}{}", line, terminal_ ? "\x1b[K\r" : "\n");
  shown_ = true;
}

void Progress::clear() {
  if (terminal_ && shown_) fmt::print(stderr, "\x1b[K");
}

}  // namespace simt
