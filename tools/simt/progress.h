// SPDX-License-Identifier: Apache-2.0
/// How far exploring has come: one line that changes on a terminal, now and then a line elsewhere.
#pragma once

#include <chrono>

#include "simt/explore/campaign_tally.h"

namespace simt {

class Progress {
 public:
  Progress();
  /// `part` is the last that was added to `campaign`.
  void show(const CampaignTally& campaign, const LaunchPart& part);
  /// Takes the changing line away.
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace simt
