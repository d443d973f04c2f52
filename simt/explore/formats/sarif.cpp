// SPDX-License-Identifier: Apache-2.0
/// Campaigns as SARIF: "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", OASIS
/// standard; the sections named below are its.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <vector>

#include "simt/explore/campaign_report.h"
#include "simt/explore/failure_text.h"
#include "simt/explore/formats/names.h"
#include "simt/report/text.h"

namespace simt {
namespace {

using Json = nlohmann::ordered_json;

/// A kind of failure. Section 3.49.
struct Rule {
  std::string id;
  std::string description;
  friend bool operator==(const Rule&, const Rule&) = default;
};

Rule rule_of(const Finding& finding) {
  std::string id = title(finding.kind);
  std::ranges::replace(id, ' ', '-');
  return {id, fmt::format("A launch ends with: {}.", title(finding.kind))};
}

Rule rule_of(const Failure& failure) {
  if (failure.finding) return rule_of(*failure.finding);
  if (failure.cause == Failure::Cause::kFill)
    return {"unwritten-memory", "What a launch does depends on memory that nothing wrote."};
  if (failure.cause == Failure::Cause::kLateStores)
    return {"missing-fence", "What a launch does depends on when its stores reach other threads."};
  if (failure.cause == Failure::Cause::kShape && failure.is_failure())
    return {"shape-dependent-result", "What a launch does depends on its shape."};
  switch (failure.kind) {
    case Failure::Kind::kRounding:
      return {"order-dependent-rounding",
              "Floating-point results depend on the schedule, within the tolerance."};
    case Failure::Kind::kOutput:
      return {"schedule-dependent-output", "What is printed depends on the schedule."};
    case Failure::Kind::kEnd:
      return {"schedule-dependent-end", "How the program ends depends on the schedule."};
    case Failure::Kind::kKilled:
      return {"killed", "The process is killed under some schedules."};
    default:
      return {"schedule-dependent-result", "The results of a launch depend on the schedule."};
  }
}

/// RFC 3986, section 2.1: everything that has no meaning of its own in a path stays.
std::string uri_of(const std::string& file) {
  std::string uri = file.starts_with("/") ? "file://" : "";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 &&
        (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos))
      uri += c;
    else
      uri += fmt::format("%{:02X}", byte);
  }
  return uri;
}

/// Section 3.28.
Json location(const SourceLocation& where, const std::string& kernel) {
  Json location;
  if (!where.file.empty()) {
    Json place{{"artifactLocation", {{"uri", uri_of(file_name(where.file))}}}};
    if (where.line != 0) {
      place["region"]["startLine"] = where.line;
      if (where.column != 0) place["region"]["startColumn"] = where.column;
    }
    location["physicalLocation"] = std::move(place);
  }
  location["logicalLocations"] = Json::array({{{"name", kernel}, {"kind", "function"}}});
  return location;
}

class Log {
 public:
  explicit Log(const CampaignReport& campaign) {
    for (const LaunchReport& launch : campaign.launches) add(launch, campaign.options.seed);
    if (!campaign.program_end.empty()) notify("error", campaign.program_end);
    if (!campaign.unfinished.empty()) notify("note", campaign.unfinished);
    ended_well_ = campaign.program_end.empty();
  }

  /// Section 3.13.
  Json json() const {
    Json rules = Json::array();
    for (const Rule& rule : rules_)
      rules.push_back({{"id", rule.id}, {"shortDescription", {{"text", rule.description}}}});
    Json run{{"tool", {{"driver", {{"name", "simt"}, {"rules", rules}}}}},
             {"invocations", Json::array({{{"executionSuccessful", ended_well_},
                                           {"toolExecutionNotifications", notifications_}}})},
             {"columnKind", "utf16CodeUnits"},
             {"results", results_}};
    return {{"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
  }

 private:
  void add(const LaunchReport& launch, std::uint64_t seed) {
    if (!launch.skipped.empty())
      notify("warning", fmt::format("{}: not explored: {}", name_of(launch), launch.skipped));
    if (!launch.note.empty()) notify("note", fmt::format("{}: {}", name_of(launch), launch.note));
    const Json properties{{"launch", launch.launch}, {"seed", seed}};
    if (launch.own_finding)
      add_result(rule_of(*launch.own_finding), "error", account_of(*launch.own_finding),
                 location_of(*launch.own_finding), launch, properties);
    for (const Failure& failure : launch.failures) {
      Json of_failure = properties;
      of_failure["token"] = failure.token;
      of_failure["strategies"] = failure.strategies;
      of_failure["failingSchedules"] = failure.count;
      of_failure["schedules"] = launch.schedules;
      add_result(rule_of(failure), failure.is_failure() ? "error" : "note",
                 fmt::format("{}: {}:\n{}", name_of(launch), title(failure), to_text(failure)),
                 location_of(failure), launch, std::move(of_failure));
    }
  }

  /// Section 3.27. The fingerprint stays while lines move and schedules change.
  void add_result(const Rule& rule, const char* level, std::string text,
                  const SourceLocation& where, const LaunchReport& launch, Json properties) {
    while (text.ends_with('\n')) text.pop_back();
    const auto known = std::ranges::find(rules_, rule);
    const auto index = known - rules_.begin();
    if (known == rules_.end()) rules_.push_back(rule);
    results_.push_back(
        {{"ruleId", rule.id},
         {"ruleIndex", index},
         {"level", level},
         {"message", {{"text", std::move(text)}}},
         {"locations", Json::array({location(where, launch.kernel)})},
         {"partialFingerprints", {{"kernelAndRule/v1", launch.kernel + ": " + rule.id}}},
         {"properties", std::move(properties)}});
  }

  /// Section 3.58.
  void notify(const char* level, const std::string& text) {
    notifications_.push_back({{"level", level}, {"message", {{"text", text}}}});
  }

  std::vector<Rule> rules_;
  Json results_ = Json::array();
  Json notifications_ = Json::array();
  bool ended_well_ = true;
};

}  // namespace

std::string to_sarif(const CampaignReport& campaign) {
  return Log(campaign).json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace simt
