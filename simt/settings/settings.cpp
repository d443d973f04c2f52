// SPDX-License-Identifier: Apache-2.0
/// The SIMT_* settings: see simt/settings/settings.h.
#include "simt/settings/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace simt {
namespace {

constexpr std::string_view kPrefix = "SIMT_";
constexpr std::string_view kCompilerPrefix = "SIMT_PASS_";
constexpr std::size_t kSmallestStack = 16 * 1024;

[[noreturn]] void refuse(const Setting& setting, std::string_view value) {
  throw SettingsError(fmt::format("{}={}: expected {}", setting.name, value, setting.type));
}

/// `value` as a whole, between `least` and `most`.
template <class Number>
Number parsed(const Setting& setting, std::string_view value, Number least = 0,
              Number most = std::numeric_limits<Number>::max()) {
  Number number{};
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc{} || stop != end || !(number >= least && number <= most))
    refuse(setting, value);
  return number;
}

void apply_seed(Settings& settings, const Setting& setting, std::string_view value) {
  settings.machine.seed = parsed<std::uint64_t>(setting, value);
}

void apply_device(Settings& settings, const Setting& setting, std::string_view value) {
  if (value.empty()) refuse(setting, value);
  settings.device = value;
}

void apply_workers(Settings& settings, const Setting& setting, std::string_view value) {
  settings.machine.workers = parsed<unsigned>(setting, value, 0, 1024);
}

void apply_stack_bytes(Settings& settings, const Setting& setting, std::string_view value) {
  settings.machine.stack_bytes = parsed<std::size_t>(setting, value, kSmallestStack);
}

void apply_barrier_divergence(Settings& settings, const Setting& setting, std::string_view value) {
  if (value != "report" && value != "hardware") refuse(setting, value);
  settings.machine.report_barrier_divergence = value == "report";
}

void apply_livelock_polls(Settings& settings, const Setting& setting, std::string_view value) {
  settings.machine.livelock_polls = parsed<std::uint64_t>(setting, value, 1);
}

void apply_thread_seconds(Settings& settings, const Setting& setting, std::string_view value) {
  settings.machine.thread_seconds =
      parsed<double>(setting, value, 0, std::numeric_limits<double>::max());
}

void apply_explore(Settings& settings, const Setting&, std::string_view value) {
  settings.explore = value;
}

void apply_replay(Settings& settings, const Setting&, std::string_view value) {
  settings.replay = value;
}

void apply_shrink(Settings& settings, const Setting&, std::string_view value) {
  settings.shrink = value;
}

void apply_schedules(Settings& settings, const Setting& setting, std::string_view value) {
  settings.tests.schedules = parsed<std::uint64_t>(setting, value, 1);
}

void apply_corpus(Settings& settings, const Setting&, std::string_view value) {
  settings.tests.corpus = value;
}

constexpr std::array kTable{
    Setting{"SIMT_SEED", "a whole number", "1",
            "decides every schedule, the order in which blocks start and what fresh memory holds",
            apply_seed},
    Setting{"SIMT_DEVICE", "a device profile", "h200",
            "the GPU whose limits and properties the program sees; `simt devices` lists them",
            apply_device},
    Setting{"SIMT_WORKERS", "a number of OS threads up to 1024", "0",
            "OS threads that run blocks; 0 is one a core", apply_workers},
    Setting{"SIMT_STACK_BYTES", "a number of bytes, 16384 or more", "262144",
            "stack of one CUDA thread", apply_stack_bytes},
    Setting{
        "SIMT_BARRIER_DIVERGENCE", "report or hardware", "report",
        "a barrier that some live threads do not reach: report it and fail the launch, or let it "
        "pass as hardware does",
        apply_barrier_divergence},
    Setting{"SIMT_LIVELOCK_POLLS", "a whole number above 0", "16777216",
            "polls without progress, over all threads, after which a launch counts as livelocked",
            apply_livelock_polls},
    Setting{"SIMT_THREAD_SECONDS", "a number of seconds", "60",
            "how long one thread may run without reaching a decision point; 0 is for ever",
            apply_thread_seconds},
    Setting{"SIMT_SCHEDULES", "a whole number above 0", "200",
            "schedules of each launch that a test explores (simt/testing.h)", apply_schedules},
    Setting{"SIMT_CORPUS", "a file", "",
            "schedules that made tests fail, to be run first the next time (simt/testing.h)",
            apply_corpus},
    Setting{"SIMT_REPLAY", "a token", "",
            "shows a failure that `simt fuzz` found, as `simt replay`", apply_replay},
    Setting{"SIMT_SHRINK", "a token", "", "finds the fewest switches that fail, as `simt shrink`",
            apply_shrink},
    Setting{"SIMT_EXPLORE", "a file of options in JSON", "",
            "runs launches under many schedules; `simt fuzz` sets it", apply_explore},
};

std::string known_names() {
  std::string names;
  for (const Setting& setting : kTable)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", setting.name);
  return names;
}

void apply_variable(Settings& settings, std::string_view variable) {
  const std::size_t equals = variable.find('=');
  const std::string_view name = variable.substr(0, equals);
  if (!name.starts_with(kPrefix) || name.starts_with(kCompilerPrefix)) return;
  const auto setting = std::ranges::find(kTable, name, &Setting::name);
  if (setting == kTable.end())
    throw SettingsError(fmt::format("{}: no such setting; there are {}", name, known_names()));
  setting->apply(settings, *setting, variable.substr(equals + 1));
}

}  // namespace

std::span<const Setting> setting_table() { return kTable; }

std::string option_name(const Setting& setting) {
  std::string option = "--";
  for (const char c : setting.name.substr(kPrefix.size()))
    option += c == '_' ? '-' : static_cast<char>(c - 'A' + 'a');
  return option;
}

Settings parse_settings(const char* const* environment) {
  Settings settings;
  for (const Setting& setting : kTable) setting.apply(settings, setting, setting.default_value);
  for (; *environment != nullptr; ++environment) apply_variable(settings, *environment);
  return settings;
}

}  // namespace simt
