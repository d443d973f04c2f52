// SPDX-License-Identifier: Apache-2.0
/// simt/testing.h in a file that is not CUDA's: the C++ compiler takes it as it is.
#include <gtest/gtest.h>
#include <simt/testing.h>

#include <stdexcept>

namespace {

TEST(TestingOnTheHost, AStatementWithoutLaunchesIsNoPass) {
  EXPECT_FALSE(simt::explore({}, [] {}).passed());
}

TEST(TestingOnTheHost, AssertionsBindTheirElse) {
  bool other = false;
  if (false)
    EXPECT_SCHEDULE_INVARIANT(throw std::logic_error("not run"));
  else
    other = true;
  EXPECT_TRUE(other);
}

}  // namespace
