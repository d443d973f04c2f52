// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/shard.h"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace simt {
namespace {

/// False where `text` is no number above 0.
bool read_number(std::string_view text, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value != 0;
}

}  // namespace

std::string to_text(const Shard& shard) { return fmt::format("{}/{}", shard.number, shard.count); }

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  Shard shard;
  if (slash == std::string_view::npos || !read_number(text.substr(0, slash), shard.number) ||
      !read_number(text.substr(slash + 1), shard.count) || shard.number > shard.count)
    throw std::invalid_argument(
        fmt::format("{}: expected I/N, the part I of N, counted from 1: 1/8 to 8/8", text));
  return shard;
}

}  // namespace simt
