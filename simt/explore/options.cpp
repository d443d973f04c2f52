// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/options.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
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

Json json_of(const DoneSchedules& done) {
  const LaunchKey& launch = done.launch;
  return {{"program", launch.program}, {"launch", launch.launch}, {"kernel", launch.kernel},
          {"input", launch.input},     {"trace", launch.trace},   {"schedules", done.schedules}};
}

DoneSchedules done_of(const Json& json) {
  return {.launch = {.program = json.at("program").get<std::uint32_t>(),
                     .launch = json.at("launch").get<std::uint64_t>(),
                     .kernel = json.at("kernel").get<std::string>(),
                     .input = json.at("input").get<std::uint32_t>(),
                     .trace = json.at("trace").get<std::uint64_t>()},
          .schedules = json.at("schedules").get<std::vector<std::uint64_t>>()};
}

}  // namespace

std::string to_json(const ExploreOptions& options) {
  Json done = Json::array();
  for (const DoneSchedules& launch : options.done) done.push_back(json_of(launch));
  Json known = Json::array();
  for (const KnownFailure& failure : options.known)
    known.push_back({{"kernel", failure.kernel}, {"token", to_text(failure.token)}});
  return Json{{"seed", options.seed},
              {"schedules", options.schedules},
              {"shard", to_text(options.shard)},
              {"deadline", options.deadline},
              {"until_failure", options.until_failure},
              {"launches", options.launches},
              {"whole_program", options.whole_program},
              {"kernel", options.kernel},
              {"vary_shape", options.vary_shape},
              {"launch", options.launch ? Json(*options.launch) : Json()},
              {"blocks", json_of(options.blocks)},
              {"warps", json_of(options.warps)},
              {"lanes", json_of(options.lanes)},
              {"late_stores", options.late_stores},
              {"relative", options.tolerance.relative},
              {"absolute", options.tolerance.absolute},
              {"ulp", options.tolerance.ulp},
              {"known", known},
              {"done", done},
              {"jobs", options.jobs},
              {"program_run", options.program_run},
              {"report_file", options.report_file}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

ExploreOptions explore_options_from_json(std::string_view text) try {
  const Json json = Json::parse(text);
  ExploreOptions options;
  json.at("seed").get_to(options.seed);
  json.at("schedules").get_to(options.schedules);
  options.shard = parse_shard(json.at("shard").get<std::string>());
  json.at("deadline").get_to(options.deadline);
  json.at("until_failure").get_to(options.until_failure);
  json.at("launches").get_to(options.launches);
  json.at("whole_program").get_to(options.whole_program);
  json.at("kernel").get_to(options.kernel);
  json.at("vary_shape").get_to(options.vary_shape);
  if (const Json& launch = json.at("launch"); !launch.is_null())
    options.launch = launch.get<std::uint64_t>();
  options.blocks = strategy_of(json.at("blocks"));
  options.warps = strategy_of(json.at("warps"));
  options.lanes = strategy_of(json.at("lanes"));
  json.at("late_stores").get_to(options.late_stores);
  json.at("relative").get_to(options.tolerance.relative);
  json.at("absolute").get_to(options.tolerance.absolute);
  json.at("ulp").get_to(options.tolerance.ulp);
  for (const Json& failure : json.at("known"))
    options.known.push_back({failure.at("kernel").get<std::string>(),
                             parse_token(failure.at("token").get<std::string>())});
  for (const Json& done : json.at("done")) options.done.push_back(done_of(done));
  json.at("jobs").get_to(options.jobs);
  json.at("program_run").get_to(options.program_run);
  json.at("report_file").get_to(options.report_file);
  return options;
} catch (const Json::exception& error) {
  throw std::invalid_argument(std::string("options of exploring: ") + error.what());
}

ExploreOptions read_explore_options(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw std::invalid_argument(fmt::format("{}: {}", file, std::strerror(errno)));
  return explore_options_from_json(std::string{std::istreambuf_iterator<char>(stream), {}});
}

}  // namespace simt
