// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/campaign_report.h"

#include <algorithm>

namespace simt {

bool CampaignReport::has_failures() const {
  return std::ranges::any_of(launches, [](const LaunchReport& launch) {
    return launch.own_finding.has_value() ||
           std::ranges::any_of(launch.failures, &Failure::is_failure);
  });
}

}  // namespace simt
