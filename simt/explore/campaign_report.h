// SPDX-License-Identifier: Apache-2.0
/// What exploring a program showed, and its forms.
#pragma once

#include <string>
#include <vector>

#include "simt/explore/launch_report.h"
#include "simt/explore/options.h"

namespace simt {

struct CampaignReport {
  ExploreOptions options;
  std::vector<std::string> program;
  std::vector<LaunchReport> launches;
  /// How the program failed by itself; empty where it did not.
  std::string program_end;
  /// What is left to do of a campaign in a folder, in one line; empty where nothing is.
  std::string unfinished;

  /// Whether anything failed that is not rounding.
  bool has_failures() const;
  /// What a corpus keeps of it.
  std::vector<KnownFailure> known_failures() const;
};

std::string to_text(const CampaignReport& campaign);
std::string to_json(const CampaignReport& campaign);
/// SARIF 2.1.0 (OASIS), for code hosts and editors: a result for each failure, at its source line.
std::string to_sarif(const CampaignReport& campaign);
/// JUnit XML, for CI: a test case for each launch.
std::string to_junit(const CampaignReport& campaign);

}  // namespace simt
