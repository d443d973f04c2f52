// SPDX-License-Identifier: Apache-2.0
/// What exploring a program showed, and its forms.
#pragma once

#include <cstdio>
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

  /// Whether anything failed that is not rounding.
  bool has_failures() const;
};

std::string to_text(const CampaignReport& campaign);
std::string to_json(const CampaignReport& campaign);

/// Where a report goes: a file, or standard error for an empty name.
class ReportFile {
 public:
  /// Throws std::invalid_argument where the file cannot be written.
  explicit ReportFile(const std::string& name);
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  /// Throws std::runtime_error where it cannot be written whole.
  void write(const std::string& text);

 private:
  std::string name_;
  std::FILE* file_;
};

}  // namespace simt
