// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/options.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace simt {
namespace {

using Json = nlohmann::json;

Json json_of(const std::optional<StrategySpec>& strategy) {
  return strategy ? Json(strategy->text()) : Json();
}

std::optional<StrategySpec> strategy_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return parse_strategy(json.get<std::string>());
}

}  // namespace

std::string to_json(const ExploreOptions& options) {
  Json known = Json::array();
  for (const KnownFailure& failure : options.known)
    known.push_back({{"kernel", failure.kernel}, {"token", to_text(failure.token)}});
  return Json{{"seed", options.seed},
              {"schedules", options.schedules},
              {"first_schedule", options.first_schedule},
              {"deadline", options.deadline},
              {"until_failure", options.until_failure},
              {"kernel", options.kernel},
              {"launch", options.launch ? Json(*options.launch) : Json()},
              {"blocks", json_of(options.blocks)},
              {"warps", json_of(options.warps)},
              {"lanes", json_of(options.lanes)},
              {"relative", options.tolerance.relative},
              {"absolute", options.tolerance.absolute},
              {"ulp", options.tolerance.ulp},
              {"known", known},
              {"jobs", options.jobs},
              {"report_file", options.report_file}}
      .dump();
}

ExploreOptions explore_options_from_json(std::string_view text) try {
  const Json json = Json::parse(text);
  ExploreOptions options;
  json.at("seed").get_to(options.seed);
  json.at("schedules").get_to(options.schedules);
  json.at("first_schedule").get_to(options.first_schedule);
  json.at("deadline").get_to(options.deadline);
  json.at("until_failure").get_to(options.until_failure);
  json.at("kernel").get_to(options.kernel);
  if (const Json& launch = json.at("launch"); !launch.is_null())
    options.launch = launch.get<std::uint64_t>();
  options.blocks = strategy_of(json.at("blocks"));
  options.warps = strategy_of(json.at("warps"));
  options.lanes = strategy_of(json.at("lanes"));
  json.at("relative").get_to(options.tolerance.relative);
  json.at("absolute").get_to(options.tolerance.absolute);
  json.at("ulp").get_to(options.tolerance.ulp);
  for (const Json& failure : json.at("known"))
    options.known.push_back({failure.at("kernel").get<std::string>(),
                             parse_token(failure.at("token").get<std::string>())});
  json.at("jobs").get_to(options.jobs);
  json.at("report_file").get_to(options.report_file);
  return options;
} catch (const Json::exception& error) {
  throw std::invalid_argument(std::string("SIMT_EXPLORE: ") + error.what());
}

}  // namespace simt
