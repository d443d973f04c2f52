// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/campaign_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace simt {
namespace {

using Json = nlohmann::json;

constexpr const char* kManifest = "campaign.json";

[[noreturn]] void fail(const std::string& name, int error) {
  throw StorageError(fmt::format("{}: {}", name, std::strerror(error)));
}

struct NewFile {
  std::string name;
  int file = -1;
};

/// Makes a file whose name nobody has taken: `pattern` with the first free number.
NewFile make_file(const std::string& folder, std::string_view pattern) {
  for (std::uint64_t number = 1;; ++number) {
    std::string name = fmt::format("{}/{}", folder, fmt::format(fmt::runtime(pattern), number));
    const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (file >= 0) return {std::move(name), file};
    if (errno != EEXIST) fail(name, errno);
  }
}

/// 0, or the error that it ended with.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string contents_of(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) fail(name, errno);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What two processes that work on one campaign have in common.
Json common_options(const ExploreOptions& options) {
  Json json = Json::parse(to_json(options));
  for (const char* own :
       {"shard", "deadline", "until_failure", "known", "done", "jobs", "report_file"})
    json.erase(own);
  return json;
}

std::string manifest_of(const CampaignFolder::Campaign& campaign) {
  ExploreOptions options = campaign.options;
  options.shard = {};
  options.deadline = 0;
  options.until_failure = false;
  options.done.clear();
  options.jobs = 0;
  options.report_file = -1;
  return Json{{"program", campaign.program},
              {"fingerprint", campaign.fingerprint},
              {"options", Json::parse(to_json(options))}}
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

CampaignFolder::Campaign read_manifest(const std::string& name) {
  const std::string text = contents_of(name);
  try {
    const Json json = Json::parse(text);
    return {.program = json.at("program").get<std::vector<std::string>>(),
            .fingerprint = json.at("fingerprint").get<std::uint32_t>(),
            .options = explore_options_from_json(json.at("options").dump())};
  } catch (const std::exception& error) {
    throw StorageError(fmt::format("{}: {}", name, error.what()));
  }
}

/// Writes the manifest where there is none; whoever comes first decides.
void found(const std::string& folder, const CampaignFolder::Campaign& campaign) {
  const std::string name = fmt::format("{}/{}", folder, kManifest);
  if (std::filesystem::exists(name)) return;
  const NewFile fresh = make_file(folder, "campaign-{}.new");
  int error = write_all(fresh.file, manifest_of(campaign));
  if (error == 0 && fsync(fresh.file) != 0) error = errno;
  close(fresh.file);
  // In one step, and never in place of another.
  if (error == 0 && link(fresh.name.c_str(), name.c_str()) != 0 && errno != EEXIST) error = errno;
  unlink(fresh.name.c_str());
  if (error != 0) fail(name, error);
}

/// In what `mine` differs from `its`; empty where in nothing.
std::string difference(const CampaignFolder::Campaign& its, const CampaignFolder::Campaign& mine) {
  if (its.fingerprint != mine.fingerprint)
    return "is of another program, or the program has been compiled again since";
  if (!std::ranges::equal(its.program.begin() + 1, its.program.end(), mine.program.begin() + 1,
                          mine.program.end()))
    return fmt::format("is of the command `{}`, not `{}`", fmt::join(its.program, " "),
                       fmt::join(mine.program, " "));
  const Json mine_common = common_options(mine.options);
  const Json its_common = common_options(its.options);
  for (const auto& [option, value] : its_common.items())
    if (value != mine_common.at(option))
      return fmt::format("has the option {} {}, not {}", option, value.dump(),
                         mine_common.at(option).dump());
  return {};
}

/// Names of files with results, in a fixed order.
std::vector<std::string> result_files(const std::string& folder) {
  std::vector<std::pair<std::size_t, std::string>> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename();
    if (name.starts_with("results-") && name.ends_with(".jsonl"))
      files.emplace_back(name.size(), entry->path().string());
  }
  if (error) throw StorageError(fmt::format("{}: {}", folder, error.message()));
  // By number, which has no leading zeros.
  std::ranges::sort(files);
  std::vector<std::string> names;
  for (auto& [size, name] : files) names.push_back(std::move(name));
  return names;
}

void add_line(std::string_view line, CampaignFolder::Results& results) {
  if (!line.starts_with("{\"end\"")) {
    results.tally.add(launch_part_from_json(line));
    return;
  }
  results.ended = true;
  Json::parse(line).at("end").get_to(results.program_end);
}

}  // namespace

CampaignFolder::CampaignFolder(std::string folder, Campaign campaign)
    : folder_(std::move(folder)), campaign_(std::move(campaign)) {}

CampaignFolder::CampaignFolder(CampaignFolder&& other) noexcept
    : folder_(std::move(other.folder_)),
      campaign_(std::move(other.campaign_)),
      file_(std::exchange(other.file_, -1)) {}

CampaignFolder::~CampaignFolder() {
  if (file_ >= 0) close(file_);
}

CampaignFolder CampaignFolder::join(const std::string& folder, const Campaign& campaign) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw StorageError(fmt::format("{}: {}", folder, error.message()));
  found(folder, campaign);
  CampaignFolder joined = open(folder);
  if (const std::string other = difference(joined.campaign_, campaign); !other.empty())
    throw std::invalid_argument(
        fmt::format("the campaign in {} {}; begin in another folder", folder, other));
  return joined;
}

CampaignFolder CampaignFolder::open(const std::string& folder) {
  return {folder, read_manifest(fmt::format("{}/{}", folder, kManifest))};
}

CampaignFolder::Results CampaignFolder::results() const {
  Results results;
  for (const std::string& name : result_files(folder_)) {
    const std::string text = contents_of(name);
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      try {
        add_line(std::string_view(text).substr(begin, end - begin), results);
      } catch (const std::exception& error) {
        throw StorageError(fmt::format("{}:{}: {}", name,
                                       std::count(text.begin(), text.begin() + begin, '\n') + 1,
                                       error.what()));
      }
    }
  }
  return results;
}

CampaignReport CampaignFolder::report(const Results& results) const {
  CampaignReport report;
  report.options = campaign_.options;
  report.program = campaign_.program;
  report.launches = results.tally.launches(campaign_.options);
  report.program_end = results.program_end;
  std::uint64_t missing = 0;
  for (const LaunchReport& launch : report.launches)
    if (launch.wanted > launch.schedules) missing += launch.wanted - launch.schedules;
  if (missing != 0)
    report.unfinished =
        fmt::format("{} schedules of the campaign in {} are still to be run", missing, folder_);
  else if (!results.ended)
    report.unfinished =
        fmt::format("the campaign in {} has not come to the program's end", folder_);
  return report;
}

void CampaignFolder::store(const LaunchPart& part) { append(to_json(part)); }

void CampaignFolder::store_end(const std::string& program_end) {
  append(Json{{"end", program_end}}.dump());
  if (fsync(file_) != 0) fail(folder_, errno);
}

void CampaignFolder::append(std::string line) {
  if (file_ < 0) file_ = make_file(folder_, "results-{}.jsonl").file;
  const off_t before = lseek(file_, 0, SEEK_END);
  const int error = write_all(file_, line += '\n');
  if (error == 0) return;
  if (ftruncate(file_, before) != 0) fail(folder_, errno);
  fail(folder_, error);
}

}  // namespace simt
