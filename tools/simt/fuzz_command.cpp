// SPDX-License-Identifier: Apache-2.0
/// `simt fuzz`: runs a program with every launch explored.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "simt/explore/campaign_report.h"
#include "simt/explore/campaign_tally.h"
#include "simt/explore/corpus.h"
#include "simt/explore/options.h"
#include "tools/simt/commands.h"
#include "tools/simt/explored_program.h"
#include "tools/simt/program.h"
#include "tools/simt/progress.h"
#include "tools/simt/report_file.h"

namespace simt {
namespace {

constexpr int kFindingStatus = 1;
constexpr int kUsageStatus = 2;
constexpr int kProgramStatus = 3;

using Format = std::string (*)(const CampaignReport&);

const std::map<std::string, Format>& format_table() {
  static const std::map<std::string, Format> table{
      {"text", to_text}, {"json", to_json}, {"sarif", to_sarif}, {"junit", to_junit}};
  return table;
}

struct FuzzOptions {
  ExploreOptions explore;
  double seconds = 0;
  std::string blocks, warps, lanes;
  std::uint64_t launch = 0;
  bool check = false;
  std::string corpus;
  std::string format = "text";
  std::string output;
};

std::optional<StrategySpec> strategy_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return parse_strategy(text);
}

Shard shard_of(const std::string& text) try {
  return parse_shard(text);
} catch (const std::invalid_argument& error) {
  throw CLI::ValidationError("--shard", error.what());
}

/// "60s", "5m", "1h" or a number of seconds.
double parse_duration(const std::string& text) {
  std::size_t used = 0;
  double seconds = -1;
  try {
    seconds = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  const double factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (used == 0 || factor == 0 || !(seconds > 0))
    throw CLI::ValidationError("--time", text + ": expected a time above 0, as 60s, 5m or 1h");
  return seconds * factor;
}

int status_of(const CampaignReport& campaign) {
  if (campaign.has_failures()) return kFindingStatus;
  if (interruption() != 0) return 128 + interruption();
  if (!campaign.program_end.empty()) return kProgramStatus;
  return 0;
}

/// Runs the program with its launches explored, and collects what they report.
CampaignReport run_program(const ExploreOptions& options, const std::vector<std::string>& words) {
  CampaignTally tally;
  Progress progress;
  CampaignReport campaign;
  campaign.options = options;
  campaign.program = words;
  campaign.program_end = run_explored(words, options, [&](const LaunchPart& part) {
    tally.add(part);
    progress.show(tally, part);
  });
  progress.clear();
  campaign.launches = tally.launches(options);
  if (campaign.launches.empty() && interruption() == 0 && campaign.program_end.empty()) {
    fmt::print(stderr,
               "simt: error: {}: no launch was explored: the program launches no kernel that the "
               "filters let through, or it was not built with simtcc\n",
               words[0]);
    throw CLI::RuntimeError(kUsageStatus);
  }
  return campaign;
}

/// Whether two runs of the program give its launches the same: what decides otherwise is not the
/// schedule, and simt does not control it. Says which launch is the first to differ.
bool repeats(ExploreOptions options, const std::vector<std::string>& words) {
  options.schedules = 0;
  const CampaignReport one = run_program(options, words);
  const CampaignReport other = run_program(options, words);
  const std::size_t both = std::min(one.launches.size(), other.launches.size());
  for (std::size_t i = 0; i < both; ++i) {
    const LaunchReport& first = one.launches[i];
    const LaunchReport& second = other.launches[i];
    if (first.kernel == second.kernel && first.input == second.input && first.trace == second.trace)
      continue;
    fmt::print(
        stderr,
        "launch {}: {} is given other arguments or memory in a second run of the program, or "
        "reads a clock: something that simt does not control decides on it (time, random "
        "numbers, threads)\n",
        first.launch, first.kernel);
    return false;
  }
  if (one.launches.size() == other.launches.size()) {
    fmt::print(stderr, "{} launches, the same in two runs\n", both);
    return true;
  }
  fmt::print(stderr, "the program makes {} launches in one run and {} in another\n",
             one.launches.size(), other.launches.size());
  return false;
}

/// Files that the user named and that cannot be read or written are errors in the options.
void with_storage(const std::function<void()>& action) try {
  action();
} catch (const std::runtime_error& error) {
  fmt::print(stderr, "simt: error: {}\n", error.what());
  throw CLI::RuntimeError(kUsageStatus);
}

void fuzz(FuzzOptions options, const std::vector<std::string>& words) {
  require_program("fuzz", words);
  options.explore.blocks = strategy_of(options.blocks);
  options.explore.warps = strategy_of(options.warps);
  options.explore.lanes = strategy_of(options.lanes);
  if (options.launch != 0) options.explore.launch = options.launch;
  if (options.check) {
    if (!repeats(options.explore, words)) throw CLI::RuntimeError(kFindingStatus);
    return;
  }
  if (options.seconds > 0)
    options.explore.deadline =
        (std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1)) +
        static_cast<std::int64_t>(options.seconds * 1e9);
  // Before anything runs: a report that cannot be written is a wrong option.
  ReportFile report_file(options.output);
  const std::string name = std::filesystem::path(words[0]).filename();
  const Corpus corpus(options.corpus);
  if (!options.corpus.empty()) with_storage([&] { options.explore.known = corpus.of(name); });
  end_at_signals();
  const CampaignReport campaign = run_program(options.explore, words);
  report_file.write(format_table().at(options.format)(campaign));
  if (!options.corpus.empty()) with_storage([&] { corpus.add(name, campaign.known_failures()); });
  if (const int end = status_of(campaign); end != 0) throw CLI::RuntimeError(end);
}

}  // namespace

void add_fuzz_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "fuzz",
      "Run every launch of a program under many schedules, and say what depends on them: "
      "simt fuzz [OPTIONS] program [arguments]");
  command->prefix_command();
  const auto options = std::make_shared<FuzzOptions>();
  ExploreOptions& explore = options->explore;
  const CLI::Validator above_zero(
      [](const std::string& text) {
        return text.find_first_not_of('0') == std::string::npos
                   ? text + ": expected a number above 0"
                   : std::string();
      },
      "");
  command->add_option("--schedules", explore.schedules, "schedules of each launch (default 200)")
      ->check(above_zero);
  command->add_option_function<std::string>(
      "--time", [options](const std::string& text) { options->seconds = parse_duration(text); },
      "stop after this time: 60s, 5m, 1h");
  command->add_flag("--until-failure", explore.until_failure, "stop at the first failure");
  command->add_option("--launch", options->launch, "explore only this launch, counted from 1")
      ->check(above_zero);
  command->add_option("--kernel", explore.kernel,
                      "explore only launches of kernels whose name contains this");
  command->add_option("--blocks", options->blocks, "strategy that chooses blocks");
  command->add_option("--warps", options->warps, "strategy that chooses the warps of a block");
  command->add_option("--lanes", options->lanes, "strategy that chooses the lanes of a warp");
  command->add_option("--seed", explore.seed, "seed of all schedules (default 1)");
  command
      ->add_option("--rtol", explore.tolerance.relative,
                   "relative difference of floating-point results that counts as rounding")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--atol", explore.tolerance.absolute, "absolute difference that does")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--ulp", explore.tolerance.ulp, "difference in units in the last place");
  command->add_option_function<std::string>(
      "--shard", [options](const std::string& text) { options->explore.shard = shard_of(text); },
      "run only the part I of N of each launch's schedules, counted from 1: 1/8 to 8/8");
  command->add_option("--corpus", options->corpus,
                      "file of schedules that failed: they are run first, and new ones are added");
  command->add_option("--jobs", explore.jobs, "processes that run schedules (default: one a core)");
  command->add_flag("--check-determinism", options->check,
                    "do not explore: run the program twice, and say whether its launches are given "
                    "the same");
  command
      ->add_option("--format", options->format,
                   "form of the report: text (default), json, sarif (2.1.0) or junit")
      ->check(CLI::IsMember(format_table()));
  command->add_option("--output", options->output, "file for the report (default: standard error)");
  std::string strategies = "Strategies:\n";
  for (const StrategyDescription& strategy : strategy_table())
    strategies += fmt::format("  {:<12} {}\n", strategy.name, strategy.help);
  command->footer(strategies);
  command->callback([command, options] { fuzz(*options, command->remaining()); });
}

}  // namespace simt
