// SPDX-License-Identifier: Apache-2.0
/// `simt report`: what a campaign in a folder has shown so far.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "simt/explore/campaign_folder.h"
#include "tools/simt/commands.h"
#include "tools/simt/report_file.h"

namespace simt {

void add_report_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "report", "Report on a campaign (simt fuzz --campaign) as far as it has come");
  const auto folder = std::make_shared<std::string>();
  const auto options = std::make_shared<ReportOptions>();
  command->add_option("folder", *folder, "folder of the campaign")->required();
  add_report_options(*command, *options);
  command->callback([folder, options] {
    const CampaignFolder campaign_folder = CampaignFolder::open(*folder);
    const CampaignReport campaign = campaign_folder.report(campaign_folder.results());
    ReportFile(options->output).write(formatted(campaign, *options));
    if (const int status = status_of(campaign); status != 0) throw CLI::RuntimeError(status);
  });
}

}  // namespace simt
