// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/launch_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace simt {
namespace {

Launch launch_of(const simt_kernel_record& kernel, Extent3 grid, Extent3 block) {
  Launch launch;
  launch.kernel = &kernel;
  launch.grid = grid;
  launch.block = block;
  return launch;
}

std::set<std::string> texts(const std::vector<LaunchShape>& shapes) {
  std::set<std::string> texts;
  for (const LaunchShape& shape : shapes) texts.insert(to_text(shape));
  return texts;
}

TEST(LaunchShapes, HaveFewerAndMoreBlocksAndThreads) {
  const simt_kernel_record kernel{};
  const auto shapes = texts(other_shapes(launch_of(kernel, {10}, {256}), {}, 1));
  for (const char* shape : {"<<<1, 256>>>", "<<<5, 256>>>", "<<<11, 256>>>", "<<<21, 256>>>",
                            "<<<10, 32>>>", "<<<10, 33>>>", "<<<10, 128>>>", "<<<10, 512>>>"})
    EXPECT_TRUE(shapes.contains(shape)) << shape;
  EXPECT_FALSE(shapes.contains("<<<10, 256>>>"));
}

TEST(LaunchShapes, DependOnTheSeedAndNothingElse) {
  const simt_kernel_record kernel{};
  const Launch launch = launch_of(kernel, {10}, {256});
  EXPECT_EQ(other_shapes(launch, {}, 1), other_shapes(launch, {}, 1));
  EXPECT_NE(other_shapes(launch, {}, 1), other_shapes(launch, {}, 2));
}

TEST(LaunchShapes, KeepWhatTheKernelAndTheDeviceAllow) {
  simt_kernel_record kernel{};
  kernel.max_threads_per_block = 128;
  for (const LaunchShape& shape : other_shapes(launch_of(kernel, {10}, {128}), {}, 1))
    EXPECT_LE(shape.block.count(), 128u);
  kernel.max_threads_per_block = 0;
  for (const Extent3 block : {Extent3{1024}, Extent3{4, 4, 64}})
    for (const LaunchShape& shape : other_shapes(launch_of(kernel, {1, 65535, 1}, block), {}, 1)) {
      EXPECT_LE(shape.block.count(), 1024u);
      EXPECT_LE(shape.block.z, 64u);
      EXPECT_LE(shape.grid.y, 65535u);
    }
}

TEST(LaunchShapes, KeepSmallBlocksWithDynamicSharedMemory) {
  const simt_kernel_record kernel{};
  Launch launch = launch_of(kernel, {10}, {64});
  launch.dynamic_shared_bytes = 256;
  for (const LaunchShape& shape : other_shapes(launch, {}, 1)) EXPECT_LE(shape.block.count(), 64u);
}

TEST(LaunchShapes, KeepTheDimensions) {
  const simt_kernel_record kernel{};
  const auto shapes = other_shapes(launch_of(kernel, {4, 6, 1}, {16, 16, 1}), {}, 1);
  EXPECT_TRUE(texts(shapes).contains("<<<(9,13,1), (16,16,1)>>>"));
  for (const LaunchShape& shape : shapes) {
    EXPECT_EQ(shape.grid.z, 1u);
    EXPECT_EQ(shape.block.z, 1u);
  }
}

TEST(LaunchShapes, DoNotVaryWhereBlocksCooperate) {
  const simt_kernel_record kernel{};
  Launch launch = launch_of(kernel, {10}, {64});
  launch.cooperative = true;
  EXPECT_TRUE(other_shapes(launch, {}, 1).empty());
}

}  // namespace
}  // namespace simt
