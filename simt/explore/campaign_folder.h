// SPDX-License-Identifier: Apache-2.0
/// A folder in which processes, also of several machines, keep what a campaign has shown: it may be
/// interrupted, and goes on after what is there. `campaign.json` says what is explored and how.
/// Each process that works on it appends to a file of its own, `results-N.jsonl`, a line for each
/// LaunchPart and one at the program's end; a last line that was cut off does not count.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/explore/campaign_report.h"
#include "simt/explore/campaign_tally.h"
#include "simt/explore/options.h"
#include "simt/explore/storage_error.h"

namespace simt {

class CampaignFolder {
 public:
  struct Campaign {
    /// The program and its arguments, and the fingerprint of its file.
    std::vector<std::string> program;
    std::uint32_t fingerprint = 0;
    /// Those that decide on results, and `known`.
    ExploreOptions options;
  };

  /// What has been stored.
  struct Results {
    CampaignTally tally;
    /// Whether a process has seen all launches; and how the program failed by itself.
    bool ended = false;
    std::string program_end;
  };

  /// Begins `campaign` in `folder`, which is made where there is none; or goes on with the campaign
  /// that is there, whose failures are known instead of those of `campaign`. Throws
  /// std::invalid_argument where that is a campaign of another program or other options,
  /// StorageError.
  static CampaignFolder join(const std::string& folder, const Campaign& campaign);
  /// The campaign that is there. Throws StorageError.
  static CampaignFolder open(const std::string& folder);

  CampaignFolder(CampaignFolder&& other) noexcept;
  CampaignFolder& operator=(CampaignFolder&&) = delete;
  ~CampaignFolder();

  const Campaign& campaign() const { return campaign_; }
  /// Of all processes, until now. Throws StorageError.
  Results results() const;
  /// Of `results`, and of what is still to be done.
  CampaignReport report(const Results& results) const;

  /// Adds to this process's file; where that fails it is as it was. Throw StorageError.
  void store(const LaunchPart& part);
  /// The program has ended, and all its launches have been seen.
  void store_end(const std::string& program_end);

 private:
  CampaignFolder(std::string folder, Campaign campaign);
  void append(std::string line);

  std::string folder_;
  Campaign campaign_;
  /// The file of this process: an open file; none before there is something to store.
  int file_ = -1;
};

}  // namespace simt
