// SPDX-License-Identifier: Apache-2.0
/// The SIMT_* settings: the one table that says what they are called, what they accept and what
/// they are when not given. The environment, `simt run` and `simt settings` all read it.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "simt/grid/launch.h"

namespace simt {

/// Of tests that explore (simt/testing.h).
struct TestSettings {
  /// Of each launch.
  std::uint64_t schedules = 0;
  /// File of schedules that failed; empty where there is none.
  std::string corpus;
};

struct Settings {
  /// Name of a device profile; which profiles exist is not the machine's business, so whoever looks
  /// it up checks it.
  std::string device;
  /// `residency` is left as it is: it follows from the device profile.
  MachineSettings machine;
  /// Options of exploring, as to_json() writes them; empty where launches are just run.
  std::string explore;
  /// A token to replay, or to shrink; empty where there is none.
  std::string replay;
  std::string shrink;
  TestSettings tests;
};

/// An unknown setting or a value that a setting does not accept; what() names the setting.
class SettingsError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Exit status of a program that was started with settings in error.
inline constexpr int kBadSettingsStatus = 2;

struct Setting {
  /// As in the environment: SIMT_SEED.
  std::string_view name;
  /// What it accepts, in a word or two.
  std::string_view type;
  std::string_view default_value;
  std::string_view help;
  /// Stores `value` into `settings`; throws SettingsError where it is not accepted.
  void (*apply)(Settings& settings, const Setting& setting, std::string_view value);
};

std::span<const Setting> setting_table();

/// The same setting as an option of `simt run`: SIMT_STACK_BYTES is --stack-bytes.
std::string option_name(const Setting& setting);

/// Settings from an environment as `environ` holds it. Names that do not begin with SIMT_, and the
/// compiler's own SIMT_PASS_*, are passed over. Throws SettingsError.
Settings parse_settings(const char* const* environment);

}  // namespace simt
