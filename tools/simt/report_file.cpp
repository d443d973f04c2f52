// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/report_file.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <map>
#include <stdexcept>

#include "tools/simt/commands.h"

namespace simt {
namespace {

using Format = std::string (*)(const CampaignReport&);

const std::map<std::string, Format>& format_table() {
  static const std::map<std::string, Format> table{
      {"text", to_text}, {"json", to_json}, {"sarif", to_sarif}, {"junit", to_junit}};
  return table;
}

}  // namespace

ReportFile::ReportFile(const std::string& name)
    : name_(name), file_(name.empty() ? stderr : std::fopen(name.c_str(), "w")) {
  if (file_ == nullptr)
    throw std::invalid_argument(fmt::format("{}: {}", name, std::strerror(errno)));
}

ReportFile::~ReportFile() {
  if (file_ != nullptr && file_ != stderr) std::fclose(file_);
}

void ReportFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) == text.size() && std::fflush(file_) == 0)
    return;
  const std::string why = std::strerror(errno);
  // What was found is not lost with the file.
  if (file_ != stderr) std::fputs(text.c_str(), stderr);
  throw std::runtime_error(fmt::format("{}: {}", name_.empty() ? "standard error" : name_, why));
}

void add_report_options(CLI::App& command, ReportOptions& options) {
  command
      .add_option("--format", options.format,
                  "form of the report: text (default), json, sarif (2.1.0) or junit")
      ->check(CLI::IsMember(format_table()));
  command.add_option("--output", options.output, "file for the report (default: standard error)");
}

std::string formatted(const CampaignReport& campaign, const ReportOptions& options) {
  return format_table().at(options.format)(campaign);
}

int status_of(const CampaignReport& campaign) {
  if (campaign.has_failures()) return kFindingStatus;
  return campaign.program_end.empty() ? 0 : kProgramStatus;
}

}  // namespace simt
