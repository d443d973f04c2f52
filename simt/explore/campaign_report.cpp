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

std::vector<KnownFailure> CampaignReport::known_failures() const {
  std::vector<KnownFailure> known;
  for (const LaunchReport& launch : launches)
    for (const Failure& failure : launch.failures)
      if (failure.is_failure() && !failure.token.empty())
        known.push_back({launch.kernel, parse_token(failure.token)});
  return known;
}

}  // namespace simt
