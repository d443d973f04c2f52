// SPDX-License-Identifier: Apache-2.0
/// How far exploring has come: one line that changes on a terminal, now and then a line elsewhere.
#pragma once

#include <chrono>
#include <optional>

#include "simt/explore/campaign_report.h"

namespace simt {

class Progress {
 public:
  Progress();
  /// `running`: of the launch that is being explored.
  void show(const CampaignReport& campaign, const std::optional<LaunchProgress>& running);
  /// Takes the changing line away.
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace simt
