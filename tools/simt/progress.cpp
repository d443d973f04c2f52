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

void Progress::show(const CampaignTally& campaign, const LaunchPart& part) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < (terminal_ ? kTerminalInterval : std::chrono::milliseconds(kPlainInterval)))
    return;
  last_ = now;
  fmt::print(stderr, "simt: {} launches, {} schedules, {}; launch {}: {} of {} schedules{}",
             campaign.launch_count(), campaign.schedules(),
             campaign.has_failures() ? "failures found" : "no failure", part.launch.launch,
             campaign.schedules_of(part.key()), part.launch.wanted, terminal_ ? "\x1b[K\r" : "\n");
  shown_ = true;
}

void Progress::clear() {
  if (terminal_ && shown_) fmt::print(stderr, "\x1b[K");
}

}  // namespace simt
