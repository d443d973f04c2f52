// SPDX-License-Identifier: Apache-2.0
/// Looking for real GPUs where the library is none of CUDA's.
#include "backends/cuda/hardware.h"

#include <gtest/gtest.h>

namespace simt {
namespace {

TEST(Hardware, AMissingLibraryIsNoDriver) {
  const Hardware hardware = probe_hardware("libmissing.so.1");
  EXPECT_EQ(hardware.state, HardwareState::kNoDriver);
  EXPECT_NE(hardware.reason.find("libmissing.so.1"), std::string::npos);
}

TEST(Hardware, AnotherLibraryIsNoDriver) {
  const Hardware hardware = probe_hardware("libc.so.6");
  EXPECT_EQ(hardware.state, HardwareState::kNoDriver);
  EXPECT_EQ(hardware.reason, "libc.so.6 is not a CUDA driver");
}

}  // namespace
}  // namespace simt
