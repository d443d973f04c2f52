// SPDX-License-Identifier: Apache-2.0
/// Reports as JSON, between the program that is explored and the command that shows them.
#include "simt/explore/launch_report.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace nlohmann {

/// An empty optional is null.
template <class T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& json, const std::optional<T>& value) {
    if (value)
      json = *value;
    else
      json = nullptr;
  }
  static void from_json(const json& json, std::optional<T>& value) {
    if (json.is_null())
      value.reset();
    else
      value = json.get<T>();
  }
};

}  // namespace nlohmann

namespace simt {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Extent3, x, y, z)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchShape, grid, block)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Index3, x, y, z)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceLocation, file, line, column, function)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ThreadPlace, block, thread, where, doing)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Finding, kind, cause, kernel, places, seed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DifferingElement, address, buffer, index, expected, found,
                                   expected_writer, found_writer)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Failure, kind, cause, summary, finding, elements,
                                   differing_words, schedule, count, strategies, token)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PctRuns, level, depth, runs, members)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchReport, launch, kernel, grid, block, schedules, wanted,
                                   steps, input, trace, states, orders, independent, shapes, note,
                                   skipped, own_finding, pct, failures, seconds)

/// In an array, because there are many.
static void to_json(nlohmann::json& json, const ScheduleResult& result) {
  json = {result.schedule, result.state, result.order, result.failure};
}
static void from_json(const nlohmann::json& json, ScheduleResult& result) {
  json.at(0).get_to(result.schedule);
  json.at(1).get_to(result.state);
  json.at(2).get_to(result.order);
  json.at(3).get_to(result.failure);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchPart, program, launch, order, results, failures)

namespace {

template <class T>
std::string dump(const T& value) {
  // Programs may print and name anything: what is no UTF-8 is replaced.
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <class T>
T parse(std::string_view text) try {
  return nlohmann::json::parse(text).get<T>();
} catch (const nlohmann::json::exception& error) {
  throw std::invalid_argument(error.what());
}

}  // namespace

std::string to_json(const LaunchReport& report) { return dump(report); }
std::string to_json(const Failure& failure) { return dump(failure); }
std::string to_json(const LaunchPart& part) { return dump(part); }
LaunchReport launch_report_from_json(std::string_view text) { return parse<LaunchReport>(text); }
Failure failure_from_json(std::string_view text) { return parse<Failure>(text); }
LaunchPart launch_part_from_json(std::string_view text) { return parse<LaunchPart>(text); }

}  // namespace simt
