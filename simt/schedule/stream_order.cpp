// SPDX-License-Identifier: Apache-2.0
#include "simt/schedule/stream_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace simt {
namespace {

constexpr std::array kNames = {std::pair{StreamOrder::kRandom, std::string_view("random")},
                               std::pair{StreamOrder::kEager, std::string_view("eager")},
                               std::pair{StreamOrder::kLate, std::string_view("late")}};

}  // namespace

std::string_view to_text(StreamOrder order) {
  const auto* known = std::ranges::find(kNames, order, &decltype(kNames)::value_type::first);
  return known == kNames.end() ? "" : known->second;
}

StreamOrder parse_stream_order(std::string_view text) {
  const auto* known = std::ranges::find(kNames, text, &decltype(kNames)::value_type::second);
  if (known == kNames.end())
    throw std::invalid_argument(
        fmt::format("{}: no such order of streams; there are random, eager, late", text));
  return known->first;
}

}  // namespace simt
