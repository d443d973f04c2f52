// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/formats/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "simt/explore/launch_shapes.h"

namespace simt {
namespace {

SourceLocation location_of(const std::optional<ThreadPlace>& place) {
  return place ? place->where : SourceLocation{};
}

}  // namespace

const char* title(const Failure& failure) {
  if (failure.cause == Failure::Cause::kFill) return "depends on memory that nothing wrote";
  if (failure.cause == Failure::Cause::kLateStores)
    return "a memory fence is missing: shows where stores reach other threads late";
  const bool from_shape = failure.cause == Failure::Cause::kShape;
  switch (failure.kind) {
    case Failure::Kind::kMemory:
      return from_shape ? "the result depends on the shape of the launch"
                        : "the result depends on the schedule";
    case Failure::Kind::kRounding:
      return from_shape ? "rounding depends on the shape of the launch, within the tolerance"
                        : "rounding depends on the order, within the tolerance";
    case Failure::Kind::kOutput:
      return from_shape ? "what is printed depends on the shape of the launch"
                        : "what is printed depends on the schedule";
    case Failure::Kind::kFinding:
      return from_shape ? "the launch fails in another shape"
                        : "the launch fails under some schedules";
    case Failure::Kind::kKilled:
      return "the process is killed under some schedules";
    case Failure::Kind::kEnd:
      return "how the program ends depends on the schedule";
  }
  return "failure";
}

std::string name_of(const LaunchReport& launch) {
  if (launch.is_of_whole_program()) return "program " + launch.kernel;
  return fmt::format("launch {}: {} {}", launch.launch, launch.kernel,
                     to_text(LaunchShape{launch.grid, launch.block}));
}

SourceLocation location_of(const Finding& finding) {
  const auto located = std::ranges::find_if(
      finding.places, [](const ThreadPlace& place) { return !place.where.file.empty(); });
  return located == finding.places.end() ? SourceLocation{} : located->where;
}

SourceLocation location_of(const Failure& failure) {
  if (failure.finding) return location_of(*failure.finding);
  for (const DifferingElement& element : failure.elements)
    for (const auto& writer : {element.found_writer, element.expected_writer})
      if (SourceLocation where = location_of(writer); !where.file.empty()) return where;
  return {};
}

std::string valid_utf8(const std::string& text) {
  using Json = nlohmann::json;
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace))
      .get<std::string>();
}

}  // namespace simt
