// SPDX-License-Identifier: Apache-2.0
/// Reports as the user wants them: in which form, and where.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "simt/explore/campaign_report.h"

namespace simt {

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

/// What the user wants of a report.
struct ReportOptions {
  std::string format = "text";
  /// A file; empty for standard error.
  std::string output;
};

void add_report_options(CLI::App& command, ReportOptions& options);
std::string formatted(const CampaignReport& campaign, const ReportOptions& options);

/// Exit status that says what a report does: of a finding, of a program that failed by itself, or
/// 0.
int status_of(const CampaignReport& campaign);

}  // namespace simt
