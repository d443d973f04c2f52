// SPDX-License-Identifier: Apache-2.0
/// Takes any of those that are ready, with equal odds, at every synchronisation and at one memory
/// access in so many.
#include "simt/schedule/random.h"

#include "simt/schedule/block_order.h"
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class RandomWalk final : public Strategy {
 public:
  RandomWalk(std::uint32_t mean_accesses, std::uint64_t seed)
      : mean_accesses_(mean_accesses), seed_(seed), random_(seed) {}

  unsigned choose(const Decision& decision) override { return decision.any(random_); }
  std::uint64_t patience(std::uint64_t) override {
    return mean_accesses_ == 0 ? kForever : random_.trials(mean_accesses_);
  }
  std::uint64_t block_at(std::uint64_t place, std::uint64_t blocks) override {
    return BlockOrder(blocks, seed_).at(place);
  }

 private:
  std::uint32_t mean_accesses_;
  std::uint64_t seed_;
  Random random_;
};

}  // namespace

MadeStrategy make_random(std::uint32_t mean_accesses, const LaunchOutline& outline) {
  return std::make_unique<RandomWalk>(mean_accesses, outline.seed);
}

}  // namespace simt
