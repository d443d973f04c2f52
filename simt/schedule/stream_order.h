// SPDX-License-Identifier: Apache-2.0
/// The order in which commands of streams run, as far as streams and events leave it open.
#pragma once

#include <string_view>

namespace simt {

enum class StreamOrder {
  /// The seed decides; what runs early does so while the host goes on, as on hardware.
  kConcurrent,
  /// The seed decides; one command at a time, and never while the host goes on.
  kRandom,
  /// Each command as soon as the host has asked for it, before the host goes on.
  kEager,
  /// Each command when the host has to wait for it, what was asked for last first.
  kLate,
};

/// "random", "eager" and "late"; kConcurrent, under which no run can be repeated, has no name here.
std::string_view to_text(StreamOrder order);
/// Throws std::invalid_argument for other texts.
StreamOrder parse_stream_order(std::string_view text);

}  // namespace simt
