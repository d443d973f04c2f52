// SPDX-License-Identifier: Apache-2.0
/// `simt fuzz`: explores the launches of a program, or the program as a whole.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "simt/explore/campaign_folder.h"
#include "simt/explore/campaign_report.h"
#include "simt/explore/campaign_tally.h"
#include "simt/explore/corpus.h"
#include "simt/explore/options.h"
#include "tools/simt/commands.h"
#include "tools/simt/explored_program.h"
#include "tools/simt/mpi_world.h"
#include "tools/simt/program.h"
#include "tools/simt/program_explorer.h"
#include "tools/simt/progress.h"
#include "tools/simt/report_file.h"

namespace simt {
namespace {

/// Of a launch: they are numbered in memory. Another seed gives others.
constexpr std::uint64_t kMostSchedules = 10'000'000;

/// What is explored.
constexpr const char* kLaunchLevel = "launch";
constexpr const char* kProgramLevel = "program";
constexpr const char* kBothLevels = "both";

struct FuzzOptions {
  ExploreOptions explore;
  double seconds = 0;
  std::string blocks, warps, lanes;
  std::uint64_t launch = 0;
  std::string level = kLaunchLevel;
  bool check = false;
  bool has_shard = false;
  std::string corpus;
  std::string campaign;
  ReportOptions report;
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

/// What a corpus calls a program, wherever it is.
std::string corpus_name(const std::vector<std::string>& words) {
  return std::filesystem::path(words[0]).filename();
}

std::int64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

/// Explores the launches of the program, itself, or both, and adds what that shows to `tally`;
/// `store` gets it as well. Returns how the program failed by itself.
std::string run_program(const ExploreOptions& options, const std::vector<std::string>& words,
                        CampaignTally& tally,
                        const std::function<void(const LaunchPart& part)>& store) {
  Progress progress;
  const auto receive = [&](const LaunchPart& part) {
    tally.add(part);
    store(part);
    progress.show(tally, part);
  };
  std::string end;
  if (options.launches) end = run_explored(words, options, receive);
  const bool goes_on =
      interruption() == 0 && end.empty() && !(options.until_failure && tally.has_failures());
  if (options.whole_program && goes_on)
    end = ProgramExplorer(options, words, [] { return interruption() != 0; }).explore(receive);
  progress.clear();
  return end;
}

CampaignReport run_alone(const ExploreOptions& options, const std::vector<std::string>& words) {
  CampaignReport campaign;
  campaign.options = options;
  campaign.program = words;
  CampaignTally tally;
  campaign.program_end = run_program(options, words, tally, [](const LaunchPart&) {});
  campaign.launches = tally.launches(options);
  return campaign;
}

void require_launches(const CampaignReport& campaign) {
  if (!campaign.launches.empty() || interruption() != 0 || !campaign.program_end.empty()) return;
  fmt::print(stderr,
             "simt: error: {}: no launch was explored: the program launches no kernel that the "
             "filters let through, or it was not built with simtcc\n",
             campaign.program[0]);
  throw CLI::RuntimeError(kUsageStatus);
}

/// Whether two runs of the program give its launches the same: what decides otherwise is not the
/// schedule, and simt does not control it. Says which launch is the first to differ.
bool repeats(ExploreOptions options, const std::vector<std::string>& words) {
  options.schedules = 0;
  options.launches = true;
  options.whole_program = false;
  const CampaignReport one = run_alone(options, words);
  require_launches(one);
  const CampaignReport other = run_alone(options, words);
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

/// Does what is left to do of the campaign in a folder, or of this process's shard of it. `results`
/// are what is there, and what comes is added.
void work_on(CampaignFolder& folder, ExploreOptions options, const std::vector<std::string>& words,
             CampaignFolder::Results& results) {
  options.known = folder.campaign().options.known;
  options.done = results.tally.done();
  const std::string end = run_program(options, words, results.tally,
                                      [&](const LaunchPart& part) { folder.store(part); });
  const bool stopped = interruption() != 0 || (options.deadline != 0 && now() > options.deadline) ||
                       (options.until_failure && results.tally.has_failures());
  if (!stopped) folder.store_end(end);
}

/// A kernel that --vary-shape names and that no launch is of is an error in the options.
void require_varied_shapes(const CampaignReport& campaign) {
  for (const std::string& kernel : campaign.options.vary_shape) {
    if (interruption() != 0 ||
        std::ranges::any_of(campaign.launches, [&](const LaunchReport& launch) {
          return !launch.is_of_whole_program() && launch.kernel.find(kernel) != std::string::npos;
        }))
      continue;
    fmt::print(stderr, "simt: error: --vary-shape {}: no launch of such a kernel was explored\n",
               kernel);
    throw CLI::RuntimeError(kUsageStatus);
  }
}

/// Reports, and keeps in the corpus what failed. Throws the exit status, where that is not 0.
void conclude(const CampaignReport& campaign, const FuzzOptions& options, ReportFile& report_file) {
  require_launches(campaign);
  report_file.write(formatted(campaign, options.report));
  if (!options.corpus.empty())
    Corpus(options.corpus).add(corpus_name(campaign.program), campaign.known_failures());
  const int status = status_of(campaign);
  if (status != kFindingStatus && interruption() != 0)
    throw CLI::RuntimeError(128 + interruption());
  if (status != 0) throw CLI::RuntimeError(status);
  require_varied_shapes(campaign);
}

void fuzz_in_folder(FuzzOptions options, const std::vector<std::string>& words) {
  const std::unique_ptr<MpiWorld> world = options.has_shard ? nullptr : MpiWorld::join();
  if (world) options.explore.shard = world->shard();
  const bool reports = !world || world->is_first();
  std::optional<ReportFile> report_file;
  if (reports) report_file.emplace(options.report.output);
  CampaignFolder folder = CampaignFolder::join(
      options.campaign, {words, file_fingerprint(find_program(words[0])), options.explore});
  CampaignFolder::Results results = folder.results();
  std::optional<StorageError> failed;
  try {
    work_on(folder, options.explore, words, results);
  } catch (const StorageError& error) {
    failed = error;
  }
  if (world) world->wait_for_all();
  if (reports) {
    if (!failed) return conclude(folder.report(folder.results()), options, *report_file);
    report_file->write(formatted(folder.report(results), options.report));
  }
  if (failed) throw StorageError(*failed);
}

/// What is said of launches is not said of programs.
void check_level(const CLI::App& command, const FuzzOptions& options) {
  if (options.level != kProgramLevel) return;
  for (const char* option : {"--launch", "--kernel", "--vary-shape", "--rtol", "--atol", "--ulp"})
    if (command.count(option) != 0)
      throw CLI::ExcludesError(std::string("--level program"), option);
}

void fuzz(FuzzOptions options, const std::vector<std::string>& words) {
  require_program("fuzz", words);
  options.explore.blocks = strategy_of(options.blocks);
  options.explore.warps = strategy_of(options.warps);
  options.explore.lanes = strategy_of(options.lanes);
  if (options.launch != 0) options.explore.launch = options.launch;
  options.explore.launches = options.level != kProgramLevel;
  options.explore.whole_program = options.level != kLaunchLevel;
  if (options.check) {
    if (!repeats(options.explore, words)) throw CLI::RuntimeError(kFindingStatus);
    return;
  }
  if (options.seconds > 0)
    options.explore.deadline = now() + static_cast<std::int64_t>(options.seconds * 1e9);
  if (!options.corpus.empty())
    options.explore.known = Corpus(options.corpus).of(corpus_name(words));
  end_at_signals();
  if (!options.campaign.empty()) return fuzz_in_folder(options, words);
  // Before anything runs: a report that cannot be written is a wrong option.
  ReportFile report_file(options.report.output);
  conclude(run_alone(options.explore, words), options, report_file);
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
  command
      ->add_option("--level", options->level,
                   "what is explored: each launch (default), the program as a whole, which is run "
                   "again and again, or both")
      ->check(CLI::IsMember({kLaunchLevel, kProgramLevel, kBothLevels}));
  command
      ->add_option("--schedules", explore.schedules,
                   "schedules of each launch, and of the program (default 200)")
      ->check(above_zero)
      ->check(CLI::Range(std::uint64_t{1}, kMostSchedules));
  command->add_option_function<std::string>(
      "--time", [options](const std::string& text) { options->seconds = parse_duration(text); },
      "stop after this time: 60s, 5m, 1h");
  command->add_flag("--until-failure", explore.until_failure, "stop at the first failure");
  command->add_option("--launch", options->launch, "explore only this launch, counted from 1")
      ->check(above_zero);
  command->add_option("--kernel", explore.kernel,
                      "explore only launches of kernels whose name contains this");
  command
      ->add_option("--vary-shape", explore.vary_shape,
                   "also run launches of kernels whose name contains this in other shapes of grid "
                   "and block: their results must not change (may be given several times)")
      ->allow_extra_args(false);
  command->add_option("--blocks", options->blocks, "strategy that chooses blocks");
  command->add_option("--warps", options->warps, "strategy that chooses the warps of a block");
  command->add_option("--lanes", options->lanes, "strategy that chooses the lanes of a warp");
  command->add_option("--seed", explore.seed, "seed of all schedules (default 1)");
  command->add_flag("--late-stores,!--no-late-stores", explore.late_stores,
                    "whether stores may reach other threads late (default yes)");
  command
      ->add_option("--rtol", explore.tolerance.relative,
                   "relative difference of floating-point results that counts as rounding")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--atol", explore.tolerance.absolute, "absolute difference that does")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--ulp", explore.tolerance.ulp, "difference in units in the last place");
  command->add_option_function<std::string>(
      "--shard",
      [options](const std::string& text) {
        options->explore.shard = shard_of(text);
        options->has_shard = true;
      },
      "run only the part I of N of each launch's schedules, counted from 1: 1/8 to 8/8");
  command->add_option("--campaign", options->campaign,
                      "folder that keeps what has been done, so that it can be interrupted and "
                      "shared: see simt report");
  command->add_option("--corpus", options->corpus,
                      "file of schedules that failed: they are run first, and new ones are added");
  command->add_option("--jobs", explore.jobs, "processes that run schedules (default: one a core)");
  CLI::Option* check = command->add_flag(
      "--check-determinism", options->check,
      "do not explore: run the program twice, and say whether its launches are given "
      "the same");
  for (const char* other : {"--shard", "--campaign", "--corpus"})
    check->excludes(command->get_option(other));
  add_report_options(*command, options->report);
  std::string strategies = "Strategies:\n";
  for (const StrategyDescription& strategy : strategy_table())
    strategies += fmt::format("  {:<12} {}\n", strategy.name, strategy.help);
  command->footer(strategies);
  command->callback([command, options] {
    check_level(*command, *options);
    fuzz(*options, command->remaining());
  });
}

}  // namespace simt
