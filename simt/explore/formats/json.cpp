// SPDX-License-Identifier: Apache-2.0
/// Campaigns as JSON, for programs.
#include <nlohmann/json.hpp>

#include "simt/explore/campaign_report.h"

namespace simt {

std::string to_json(const CampaignReport& campaign) {
  nlohmann::json launches = nlohmann::json::array();
  for (const LaunchReport& launch : campaign.launches)
    launches.push_back(nlohmann::json::parse(to_json(launch)));
  const nlohmann::json json{{"program", campaign.program},
                            {"options", nlohmann::json::parse(to_json(campaign.options))},
                            {"launches", launches},
                            {"program_end", campaign.program_end},
                            {"unfinished", campaign.unfinished},
                            {"failed", campaign.has_failures()}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace simt
