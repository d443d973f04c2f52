// SPDX-License-Identifier: Apache-2.0
/// Device profiles: that each is complete, and that h200 is what a real one reports.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "runtime/device/profile.h"

namespace simt {
namespace {

TEST(DeviceProfile, TheDefaultIsTheFirst) { EXPECT_EQ(device_profiles()[0].id, "h200"); }

TEST(DeviceProfile, AllAreFoundByName) {
  for (const char* id : {"h200", "h100", "a100", "l40s", "rtx4090", "t4", "jetson-orin"})
    EXPECT_EQ(find_profile(id).id, id);
  EXPECT_EQ(device_profiles().size(), 7u);
}

TEST(DeviceProfile, AnUnknownNameIsAnErrorThatListsTheKnownOnes) {
  try {
    find_profile("h20");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "SIMT_DEVICE=h20: no such device profile; there are h200, h100, a100, l40s, "
                 "rtx4090, t4, jetson-orin");
  }
}

TEST(DeviceProfile, H200IsWhatARealOneReports) {
  const DeviceProfile& h200 = find_profile("h200");
  EXPECT_EQ(h200.name, "NVIDIA H200");
  EXPECT_EQ(h200.compute_capability_major, 9);
  EXPECT_EQ(h200.compute_capability_minor, 0);
  EXPECT_EQ(h200.multiprocessors, 132);
  EXPECT_EQ(h200.shared_bytes_per_block, 49152u);
  EXPECT_EQ(h200.shared_bytes_per_block_optin, 232448u);
  EXPECT_EQ(h200.reserved_shared_bytes_per_block, 1024u);
  EXPECT_EQ(h200.registers_per_block, 65536);
  EXPECT_EQ(h200.threads_per_multiprocessor, 2048);
  EXPECT_EQ(h200.blocks_per_multiprocessor, 32);
  EXPECT_EQ(h200.constant_bytes, 65536u);
  EXPECT_EQ(h200.global_memory_bytes, 150109880320u);
  EXPECT_EQ(h200.l2_cache_bytes, 62914560);
  EXPECT_EQ(h200.persisting_l2_cache_bytes, 39321600);
  EXPECT_EQ(h200.access_policy_window_bytes, 134217728);
  EXPECT_EQ(h200.clock_rate, 1980000);
  EXPECT_EQ(h200.memory_clock_rate, 3201000);
  EXPECT_EQ(h200.memory_bus_width, 6016);
  EXPECT_EQ(h200.async_engines, 3);
  EXPECT_EQ(h200.single_to_double_ratio, 2);
  EXPECT_EQ(h200.memory_synchronization_domains, 4);
}

TEST(DeviceProfile, EachIsCompleteAndConsistent) {
  std::set<std::string_view> names;
  for (const DeviceProfile& profile : device_profiles()) {
    SCOPED_TRACE(profile.id);
    EXPECT_TRUE(names.insert(profile.name).second);
    EXPECT_GT(profile.multiprocessors, 0);
    EXPECT_GE(profile.threads_per_multiprocessor, profile.threads_per_block);
    EXPECT_LE(profile.shared_bytes_per_block_optin + profile.reserved_shared_bytes_per_block,
              profile.shared_bytes_per_multiprocessor);
    EXPECT_GE(profile.shared_bytes_per_block_optin, profile.shared_bytes_per_block);
    EXPECT_GT(profile.global_memory_bytes, std::size_t{1} << 33);
    EXPECT_LT(profile.persisting_l2_cache_bytes, profile.l2_cache_bytes);
    EXPECT_GT(profile.clock_rate, 0);
    EXPECT_GT(profile.memory_clock_rate, 0);
    EXPECT_GT(profile.memory_bus_width, 0);
    EXPECT_GT(profile.single_to_double_ratio, 0);
    EXPECT_GT(profile.async_engines, 0);
  }
}

TEST(DeviceProfile, ResidencyFollowsFromTheProfile) {
  const ResidencyLimits limits = find_profile("t4").residency();
  EXPECT_EQ(limits.multiprocessors, 40u);
  EXPECT_EQ(limits.blocks_per_multiprocessor, 16u);
  EXPECT_EQ(limits.threads_per_multiprocessor, 1024u);
  EXPECT_EQ(limits.shared_bytes_per_multiprocessor, 65536u);
  EXPECT_EQ(limits.reserved_shared_bytes_per_block, 0u);
}

}  // namespace
}  // namespace simt
