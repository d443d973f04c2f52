// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/launch_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "simt/schedule/random.h"
#include "simt/schedule/schedule.h"

namespace simt {
namespace {

/// CUDA Programming Guide, "Compute Capabilities", table of technical specifications.
constexpr Extent3 kLargestBlock{1024, 1024, 64};
constexpr Extent3 kLargestGrid{0x7fffffff, 65535, 65535};

constexpr std::uint32_t kWarp = 32;
constexpr int kRandomShapes = 4;
/// Random grids of small launches have up to so many blocks a dimension.
constexpr std::uint32_t kSmallGrid = 8;

/// `extent` with each dimension that is longer than 1, or x where none is, changed by `change`.
template <class Change>
Extent3 changed(Extent3 extent, Change change) {
  const bool is_point = extent.count() == 1;
  if (is_point || extent.x > 1) extent.x = change(extent.x);
  if (extent.y > 1) extent.y = change(extent.y);
  if (extent.z > 1) extent.z = change(extent.z);
  return extent;
}

std::uint32_t half(std::uint32_t size) { return std::max(1u, size / 2); }

bool is_within(const Extent3& extent, const Extent3& largest) {
  return extent.x <= largest.x && extent.y <= largest.y && extent.z <= largest.z;
}

std::string text_of(const Extent3& size) {
  return size.y == 1 && size.z == 1 ? fmt::format("{}", size.x)
                                    : fmt::format("({},{},{})", size.x, size.y, size.z);
}

class Shapes {
 public:
  Shapes(const Launch& launch, const ResidencyLimits& limits) : launch_(launch), limits_(limits) {}

  void add(const Extent3& grid, const Extent3& block) {
    const LaunchShape shape{grid, block};
    if (shape == LaunchShape{launch_.grid, launch_.block} || !fits(shape)) return;
    if (std::ranges::find(shapes_, shape) == shapes_.end()) shapes_.push_back(shape);
  }
  std::vector<LaunchShape> take() { return std::move(shapes_); }

 private:
  bool fits(const LaunchShape& shape) const {
    const std::uint32_t bound = launch_.kernel->max_threads_per_block;
    const std::uint64_t threads = shape.block.count();
    return is_within(shape.grid, kLargestGrid) && is_within(shape.block, kLargestBlock) &&
           threads <= (bound == 0 ? kThreadsPerBlock : bound) &&
           (launch_.dynamic_shared_bytes == 0 || threads <= launch_.block.count()) &&
           resident_blocks_per_multiprocessor(
               limits_, threads, launch_.static_shared_bytes + launch_.dynamic_shared_bytes) != 0;
  }

  const Launch& launch_;
  const ResidencyLimits& limits_;
  std::vector<LaunchShape> shapes_;
};

}  // namespace

std::vector<LaunchShape> other_shapes(const Launch& launch, const ResidencyLimits& limits,
                                      std::uint64_t seed) {
  if (launch.cooperative) return {};
  const Extent3 grid = launch.grid;
  const Extent3 block = launch.block;
  const Extent3 more = changed(grid, [](std::uint32_t size) { return 2 * size + 1; });
  const Extent3 one_more = changed(grid, [](std::uint32_t size) { return size + 1; });
  const Extent3 fewer = changed(grid, half);
  const Extent3 smaller = changed(block, half);
  const Extent3 larger = changed(block, [](std::uint32_t size) { return 2 * size; });

  Shapes shapes(launch, limits);
  shapes.add({}, block);
  shapes.add(fewer, block);
  shapes.add(one_more, block);
  shapes.add(more, block);
  shapes.add(grid, {.x = kWarp});
  shapes.add(grid, {.x = kWarp + 1});
  shapes.add(grid, smaller);
  shapes.add(grid, larger);
  shapes.add({}, {.x = 1});
  Random random(seed);
  const auto up_to = [&](std::uint32_t most) {
    return 1 + static_cast<std::uint32_t>(random.below(most));
  };
  for (int i = 0; i < kRandomShapes; ++i) {
    const Extent3 blocks =
        changed(grid, [&](std::uint32_t size) { return up_to(std::max(kSmallGrid, 2 * size)); });
    // An odd number: no multiple of a warp.
    shapes.add(blocks, changed(block, [&](std::uint32_t size) { return up_to(2 * size) | 1; }));
  }
  return shapes.take();
}

std::string to_text(const LaunchShape& shape) {
  return fmt::format("<<<{}, {}>>>", text_of(shape.grid), text_of(shape.block));
}

}  // namespace simt
