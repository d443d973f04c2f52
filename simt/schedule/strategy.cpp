// SPDX-License-Identifier: Apache-2.0
/// Strategies by name: see simt/schedule/strategy.h.
#include "simt/schedule/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

const StrategyDescription* find(std::string_view name) {
  const auto& table = strategy_table();
  const auto found = std::ranges::find(table, name, &StrategyDescription::name);
  return found == table.end() ? nullptr : &*found;
}

std::string known_names() {
  std::string names;
  for (const StrategyDescription& strategy : strategy_table())
    names += fmt::format("{}{}", names.empty() ? "" : ", ", strategy.name);
  return names;
}

}  // namespace

const std::vector<StrategyDescription>& strategy_table() {
  static const std::vector<StrategyDescription> table = {
      {"sequential", "in order, as few switches as possible", make_sequential, false},
      {"reverse", "as sequential, from the last to the first", make_reverse, false},
      {"random",
       "any that is ready, at every synchronisation and, with random:N, at one memory access in N",
       make_random, true},
      {"round-robin", "each in turn; with round-robin:N, every N memory accesses", make_round_robin,
       true},
      {"lockstep", "all in step, access by access", make_lockstep, false},
      {"pct", "random priorities, changed at N - 1 random steps (pct:N, default 3)", make_pct,
       true},
      {"pos", "random priorities of accesses, drawn anew where they conflict", make_pos, false},
      {"race-ahead", "one as far ahead of the others as barriers allow", make_race_ahead, false},
      {"starve", "one only when no other can go on", make_starve, false},
  };
  return table;
}

std::string StrategySpec::text() const {
  return parameter == 0 ? name : fmt::format("{}:{}", name, parameter);
}

StrategySpec parse_strategy(std::string_view text) {
  const std::size_t colon = text.find(':');
  StrategySpec spec{.name = std::string(text.substr(0, colon))};
  const StrategyDescription* known = find(spec.name);
  if (known == nullptr)
    throw std::invalid_argument(
        fmt::format("{}: no such strategy; there are {}", text, known_names()));
  if (colon == std::string_view::npos) return spec;
  const std::string_view number = text.substr(colon + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), spec.parameter);
  if (!known->has_parameter)
    throw std::invalid_argument(fmt::format("{}: {} takes no number", text, spec.name));
  if (error != std::errc{} || end != number.data() + number.size() || spec.parameter == 0)
    throw std::invalid_argument(
        fmt::format("{}: expected a whole number above 0 after the colon", text));
  return spec;
}

std::unique_ptr<Strategy> make_strategy(const StrategySpec& spec, const LaunchOutline& outline) {
  return find(spec.name)->make(spec.parameter, outline);
}

}  // namespace simt
