// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "simt/explore/launch_shapes.h"
#include "simt/observe/last_writers.h"
#include "simt/report/source_location.h"

namespace simt {
namespace {

constexpr std::size_t kElementsShown = 4;

/// A buffer of a launch: where it lies and what is in it.
struct Buffer {
  std::string name;
  std::uint64_t base = 0;
  ElementType type;
};

std::uint64_t pointer_argument(const Launch& launch, const simt_parameter_record& parameter) {
  std::uint64_t pointer = 0;
  std::memcpy(&pointer, launch.parameters + parameter.offset, sizeof pointer);
  return pointer;
}

/// The buffer that `address` lies in: a pointer argument's, or else the whole allocation.
Buffer buffer_of(const LaunchTrial& trial, std::uint64_t address) {
  const Launch& launch = trial.launch();
  const MemoryPlace place = trial.memory().find(address);
  const auto types = parameter_types(demangle(launch.kernel->name));
  Buffer buffer{.name = fmt::format("memory at {:#x} ({} bytes)", place.base, place.bytes),
                .base = place.base,
                .type = {}};
  bool found = false;
  for (std::uint32_t i = 0; i < launch.kernel->parameter_count; ++i) {
    const simt_parameter_record& parameter = launch.kernel->parameters[i];
    if (parameter.kind != SIMT_PARAMETER_POINTER) continue;
    const std::uint64_t pointer = pointer_argument(launch, parameter);
    if (pointer > address || pointer - place.base >= place.bytes) continue;
    // Of several pointers into one allocation, the last before the address.
    if (found && pointer <= buffer.base) continue;
    found = true;
    const std::string type = i < types.size() ? types[i] : "";
    buffer = {.name = fmt::format("argument {}{}", i, type.empty() ? "" : " (" + type + ")"),
              .base = pointer,
              .type = pointed_to(type)};
  }
  return buffer;
}

/// The elements of a word that differ.
void append_elements(const LaunchTrial& trial, const WordDifference& word,
                     std::vector<DifferingElement>& elements) {
  const Buffer buffer = buffer_of(trial, word.address);
  const std::uint32_t size = buffer.type.size;
  for (std::uint32_t at = 0; at < sizeof(std::uint64_t); at += size) {
    const std::uint64_t mask = size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << size * 8) - 1;
    const std::uint64_t expected = word.expected >> at * 8 & mask;
    const std::uint64_t found = word.found >> at * 8 & mask;
    if (expected == found || word.address + at < buffer.base) continue;
    elements.push_back({.address = word.address + at,
                        .buffer = buffer.name,
                        .index = (word.address + at - buffer.base) / size,
                        .expected = buffer.type.format(expected),
                        .found = buffer.type.format(found),
                        .expected_writer = {},
                        .found_writer = {}});
  }
}

bool all_within(const LaunchTrial& trial, const std::vector<WordDifference>& differences,
                const Tolerance& tolerance) {
  return std::ranges::all_of(differences, [&](const WordDifference& word) {
    const ElementType type = buffer_of(trial, word.address).type;
    if (type.size == 8) return within(tolerance, type, word.expected, word.found);
    if (type.size != 4) return false;
    const auto half = [&](unsigned shift) {
      const std::uint64_t one = word.expected >> shift & 0xffffffff;
      const std::uint64_t other = word.found >> shift & 0xffffffff;
      return one == other || within(tolerance, type, one, other);
    };
    return half(0) && half(32);
  });
}

const char* what(Failure::Cause cause) {
  switch (cause) {
    case Failure::Cause::kFill:
      return "memory that nothing wrote";
    case Failure::Cause::kLateStores:
      return "when stores reach other threads";
    case Failure::Cause::kShape:
      return "the shape of the launch";
    default:
      return "the schedule";
  }
}

std::string line_of_difference(const std::string& expected, const std::string& found) {
  return fmt::format("printed {} bytes that differ from the {} of the canonical schedule",
                     found.size(), expected.size());
}

/// Replaces the schedule by a simpler one where that fails as well; says what is then to blame.
Failure::Cause simplify(LaunchTrial& trial, ScheduleSpec& schedule, Trial& failed) {
  if (schedule.shape) return Failure::Cause::kShape;
  const auto fails_as = [&](const ScheduleSpec& simpler) {
    Trial again = trial.run(simpler, {});
    if (!again.differs()) return false;
    schedule = simpler;
    failed = std::move(again);
    return true;
  };
  if (schedule.late_stores) {
    ScheduleSpec in_order = schedule;
    in_order.late_stores = false;
    fails_as(in_order);
  }
  const Failure::Cause cause =
      schedule.late_stores ? Failure::Cause::kLateStores : Failure::Cause::kOrder;
  if (schedule.fill == trial.canonical().fill) return cause;
  ScheduleSpec filled_alike = schedule;
  filled_alike.fill = trial.canonical().fill;
  if (fails_as(filled_alike)) return cause;
  ScheduleSpec only_filled = trial.canonical();
  only_filled.fill = schedule.fill;
  return fails_as(only_filled) ? Failure::Cause::kFill : cause;
}

}  // namespace

ThreadPlace place_of(const Launch& launch, ThreadNumber number, const simt_site_record* site) {
  ThreadPlace place;
  place.block = unflatten(number / kThreadsPerBlock, launch.grid);
  place.thread = unflatten(number % kThreadsPerBlock, launch.block);
  if (site != nullptr) place.where = locate(*site);
  return place;
}

namespace {

std::string places_of(const Finding& finding) {
  std::string text = fmt::format("finding {}", static_cast<int>(finding.kind));
  for (const ThreadPlace& place : finding.places)
    text += fmt::format(" {}:{}", place.where.file, place.where.line);
  return text;
}

}  // namespace

std::string signature_of(const Failure& failure) {
  if (failure.finding) return places_of(*failure.finding);
  return fmt::format("{} {} {}", static_cast<int>(failure.kind), static_cast<int>(failure.cause),
                     failure.elements.empty() ? "" : failure.elements.front().buffer);
}

Failure classify(LaunchTrial& trial, ScheduleSpec& schedule, Trial& failed,
                 const Tolerance& tolerance) {
  Failure failure;
  failure.cause = simplify(trial, schedule, failed);
  failure.strategies = schedule.shape ? to_text(*schedule.shape) : schedule.strategies();
  failure.differing_words = failed.differences.size();
  if (failed.run.outcome) {
    failure.kind = Failure::Kind::kFinding;
    failure.finding = failed.run.outcome;
    failure.summary = failed.run.outcome->cause;
    return failure;
  }
  const bool rounding = all_within(trial, failed.differences, tolerance);
  if (rounding && failed.printed_differently) {
    failure.kind = Failure::Kind::kOutput;
    failure.summary = line_of_difference(trial.canonical_output(), failed.output);
    return failure;
  }
  failure.kind = rounding ? Failure::Kind::kRounding : Failure::Kind::kMemory;
  for (const WordDifference& word : failed.differences) {
    append_elements(trial, word, failure.elements);
    if (failure.elements.size() >= kElementsShown) break;
  }
  if (failure.elements.size() > kElementsShown) failure.elements.resize(kElementsShown);
  failure.summary = fmt::format(
      "{} depends on {}", failure.elements.empty() ? "memory" : failure.elements.front().buffer,
      what(failure.cause));
  return failure;
}

void name_writers(LaunchTrial& trial, const ScheduleSpec& schedule, Failure& failure) {
  if (failure.elements.empty()) return;
  const auto watch = [&](const ScheduleSpec& watched, auto member) {
    LastWriters writers;
    for (const DifferingElement& element : failure.elements) writers.watch(element.address, 1);
    trial.run(watched, {.observer = &writers});
    for (DifferingElement& element : failure.elements)
      if (const auto writer = writers.of(element.address))
        element.*member = place_of(shaped(trial.launch(), watched), writer->thread, writer->site);
  };
  watch(trial.canonical(), &DifferingElement::expected_writer);
  watch(schedule, &DifferingElement::found_writer);
}

}  // namespace simt
