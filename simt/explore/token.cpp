// SPDX-License-Identifier: Apache-2.0
/// Tokens as text:
/// `simt1,PROGRAM,LAUNCH,INPUT,SEED,BLOCKS/WARPS/LANES,SEED,STEPS,FILL,DELAY,FLAGS`, and where the
/// schedule is given by deviations, one `THREAD@STEP=THREAD` for each. That of a whole program has
/// STREAMS/BLOCKS/WARPS/LANES; that of another shape of a launch has the six extents of grid and
/// block, GX.GY.GZ.BX.BY.BZ, after the flags.
#include "simt/explore/token.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "simt/schedule/random.h"

namespace simt {
namespace {

constexpr std::string_view kVersion = "simt1";
constexpr std::size_t kFields = 11;
constexpr std::string_view kPlain = "-";
constexpr std::string_view kSplitMasks = "m";
constexpr std::string_view kLateStores = "l";
constexpr std::string_view kLateStoreText = "late";
constexpr std::string_view kDeviating = "x";
constexpr std::string_view kShaped = "s";
constexpr std::string_view kNobodyText = "start";

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw std::invalid_argument(fmt::format("'{}' is not a token: {}", text, why));
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <class Number>
Number number(std::string_view token, std::string_view text, int base) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size())
    refuse(token, fmt::format("'{}' is not a number", text));
  return value;
}

std::string text_of(ThreadNumber thread) {
  if (thread == kNobody) return std::string(kNobodyText);
  if (thread == kLateStore) return std::string(kLateStoreText);
  return fmt::format("{}", thread);
}

ThreadNumber thread_number(std::string_view token, std::string_view text) {
  if (text == kNobodyText) return kNobody;
  if (text == kLateStoreText) return kLateStore;
  return number<std::uint64_t>(token, text, 10);
}

Deviation parse_deviation(std::string_view token, std::string_view text) {
  const std::size_t at = text.find('@');
  const std::size_t equals = text.find('=');
  if (at == std::string_view::npos || equals == std::string_view::npos || equals < at)
    refuse(token, fmt::format("'{}' is not THREAD@STEP=THREAD", text));
  return {.at = thread_number(token, text.substr(0, at)),
          .step = number<std::uint64_t>(token, text.substr(at + 1, equals - at - 1), 10),
          .next = thread_number(token, text.substr(equals + 1))};
}

std::string text_of(const LaunchShape& shape) {
  const auto& [grid, block] = shape;
  return fmt::format("{}.{}.{}.{}.{}.{}", grid.x, grid.y, grid.z, block.x, block.y, block.z);
}

LaunchShape parse_shape(std::string_view token, std::string_view text) {
  const std::vector<std::string_view> parts = split(text, '.');
  std::array<std::uint32_t, 6> extents{};
  if (parts.size() != extents.size())
    refuse(token, fmt::format("'{}' is not GX.GY.GZ.BX.BY.BZ", text));
  for (std::size_t i = 0; i < parts.size(); ++i)
    extents[i] = number<std::uint32_t>(token, parts[i], 10);
  const LaunchShape shape{{extents[0], extents[1], extents[2]},
                          {extents[3], extents[4], extents[5]}};
  if (shape.grid.count() == 0 || shape.block.count() == 0 || shape.block.count() > kThreadsPerBlock)
    refuse(token, fmt::format("'{}' is no shape of a launch", text));
  return shape;
}

}  // namespace

std::string strategies_of(const Token& token) {
  const std::string strategies = token.schedule.strategies();
  return token.is_of_whole_program() ? fmt::format("{}/{}", to_text(token.streams), strategies)
                                     : strategies;
}

std::string to_text(const Token& token) {
  const ScheduleSpec& schedule = token.schedule;
  std::string flags;
  if (schedule.split_active_masks) flags += kSplitMasks;
  if (schedule.late_stores) flags += kLateStores;
  if (schedule.deviating) flags += kDeviating;
  if (schedule.shape) flags += kShaped;
  std::string text = fmt::format("{},{:08x},{},{:08x},{:x},{},{:x},{},{:x},{},{}", kVersion,
                                 token.program, token.launch, token.input, token.run_seed,
                                 strategies_of(token), schedule.seed, schedule.steps, schedule.fill,
                                 schedule.spin_delay, flags.empty() ? kPlain : flags);
  if (schedule.shape) text += "," + text_of(*schedule.shape);
  for (const Deviation& deviation : schedule.deviations)
    text +=
        fmt::format(",{}@{}={}", text_of(deviation.at), deviation.step, text_of(deviation.next));
  return text;
}

Token parse_token(std::string_view text) {
  const std::vector<std::string_view> fields = split(text, ',');
  if (fields[0] != kVersion) refuse(text, fmt::format("it does not begin with '{},'", kVersion));
  if (fields.size() < kFields) refuse(text, "it is cut off");
  Token token;
  token.program = number<std::uint32_t>(text, fields[1], 16);
  token.launch = number<std::uint64_t>(text, fields[2], 10);
  token.input = number<std::uint32_t>(text, fields[3], 16);
  token.run_seed = number<std::uint64_t>(text, fields[4], 16);
  std::vector<std::string_view> levels = split(fields[5], '/');
  if (token.is_of_whole_program()) {
    token.streams = parse_stream_order(levels.front());
    levels.erase(levels.begin());
  }
  if (levels.size() != 3) refuse(text, "it does not name three strategies");
  ScheduleSpec& schedule = token.schedule;
  schedule.blocks = parse_strategy(levels[0]);
  schedule.warps = parse_strategy(levels[1]);
  schedule.lanes = parse_strategy(levels[2]);
  schedule.seed = number<std::uint64_t>(text, fields[6], 16);
  schedule.steps = number<std::uint64_t>(text, fields[7], 10);
  schedule.fill = number<std::uint64_t>(text, fields[8], 16);
  schedule.spin_delay = number<std::uint32_t>(text, fields[9], 10);
  schedule.split_active_masks = fields[10].find(kSplitMasks) != std::string_view::npos;
  schedule.late_stores = fields[10].find(kLateStores) != std::string_view::npos;
  schedule.deviating = fields[10].find(kDeviating) != std::string_view::npos;
  std::size_t next = kFields;
  if (fields[10].find(kShaped) != std::string_view::npos) {
    if (fields.size() == next) refuse(text, "it is cut off");
    schedule.shape = parse_shape(text, fields[next++]);
  }
  for (std::size_t i = next; i < fields.size(); ++i)
    schedule.deviations.push_back(parse_deviation(text, fields[i]));
  return token;
}

void require_schedule(const Token& token) {
  if (token.is_of_whole_program())
    throw std::invalid_argument(
        "the token is of a whole program, not of one launch: it has the simplest orders that fail "
        "already");
  if (token.schedule.shape)
    throw std::invalid_argument(
        "the token is of another shape of a launch, in the canonical order: no switch is needed");
}

std::uint32_t program_fingerprint() {
  static const std::uint32_t fingerprint = file_fingerprint("/proc/self/exe");
  return fingerprint;
}

std::uint32_t file_fingerprint(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  const std::string contents{std::istreambuf_iterator<char>(file), {}};
  std::uint64_t hash = contents.size();
  std::uint64_t word = 0;
  for (std::size_t i = 0; i + sizeof word <= contents.size(); i += sizeof word) {
    contents.copy(reinterpret_cast<char*>(&word), sizeof word, i);
    hash = mix(hash ^ word);
  }
  return static_cast<std::uint32_t>(hash);
}

}  // namespace simt
