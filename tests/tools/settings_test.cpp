// SPDX-License-Identifier: Apache-2.0
/// The SIMT_* settings: defaults, values, and errors that name the setting.
#include "simt/settings/settings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace simt {
namespace {

Settings parse(std::vector<const char*> environment) {
  environment.push_back(nullptr);
  return parse_settings(environment.data());
}

/// What the error says, or "" where there is none.
std::string error_of(const char* variable) {
  try {
    parse({variable});
  } catch (const SettingsError& error) {
    return error.what();
  }
  return "";
}

TEST(Settings, DefaultsAreThoseOfTheTable) {
  const Settings settings = parse({});
  EXPECT_EQ(settings.machine.seed, 1u);
  EXPECT_EQ(settings.device, "h200");
  EXPECT_EQ(settings.machine.workers, 0u);
  EXPECT_EQ(settings.machine.stack_bytes, 262144u);
  EXPECT_TRUE(settings.machine.report_barrier_divergence);
  EXPECT_EQ(settings.machine.livelock_polls, 16777216u);
  EXPECT_EQ(settings.machine.thread_seconds, 60);
  EXPECT_EQ(settings.tests.schedules, 200u);
  EXPECT_EQ(settings.tests.corpus, "");
}

TEST(Settings, TakesEachFromTheEnvironment) {
  const Settings settings =
      parse({"PATH=/bin", "SIMT_SEED=18446744073709551615", "SIMT_DEVICE=t4", "SIMT_WORKERS=3",
             "SIMT_STACK_BYTES=65536", "SIMT_BARRIER_DIVERGENCE=hardware", "SIMT_LIVELOCK_POLLS=9",
             "SIMT_THREAD_SECONDS=0.5"});
  EXPECT_EQ(settings.machine.seed, 18446744073709551615u);
  EXPECT_EQ(settings.device, "t4");
  EXPECT_EQ(settings.machine.workers, 3u);
  EXPECT_EQ(settings.machine.stack_bytes, 65536u);
  EXPECT_FALSE(settings.machine.report_barrier_divergence);
  EXPECT_EQ(settings.machine.livelock_polls, 9u);
  EXPECT_EQ(settings.machine.thread_seconds, 0.5);
}

TEST(Settings, AnUnknownOneIsAnErrorThatNamesIt) {
  EXPECT_TRUE(error_of("SIMT_SEDE=1").starts_with("SIMT_SEDE: no such setting; there are SIMT_S"));
  EXPECT_NE(error_of("SIMT_="), "");
}

TEST(Settings, TheCompilersVariablesArePassedOver) {
  EXPECT_EQ(error_of("SIMT_PASS_ANYTHING=x"), "");
  EXPECT_EQ(error_of("SIMTCC_ANYTHING=x"), "");
}

TEST(Settings, ABadValueIsAnErrorThatSaysWhatIsExpected) {
  EXPECT_EQ(error_of("SIMT_SEED=one"), "SIMT_SEED=one: expected a whole number");
  for (const char* bad :
       {"SIMT_SEED=", "SIMT_SEED=-1", "SIMT_SEED=1x", "SIMT_SEED=18446744073709551616",
        "SIMT_SEED= 1", "SIMT_DEVICE=", "SIMT_WORKERS=1025", "SIMT_STACK_BYTES=16383",
        "SIMT_BARRIER_DIVERGENCE=maybe", "SIMT_LIVELOCK_POLLS=0", "SIMT_THREAD_SECONDS=-1",
        "SIMT_SCHEDULES=0", "SIMT_THREAD_SECONDS=nan", "SIMT_THREAD_SECONDS=inf"})
    EXPECT_NE(error_of(bad), "") << bad;
}

TEST(Settings, AnOptionIsTheNameInLowerCase) {
  EXPECT_EQ(option_name(setting_table()[0]), "--seed");
  EXPECT_EQ(option_name(setting_table()[3]), "--stack-bytes");
}

}  // namespace
}  // namespace simt
