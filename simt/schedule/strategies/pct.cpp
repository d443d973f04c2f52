// SPDX-License-Identifier: Apache-2.0
/// Probabilistic concurrency testing: random priorities, lowered for whoever runs at d - 1 random
/// steps. Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic
/// Guarantees of Finding Bugs", ASPLOS 2010: it finds a bug of depth d among n with k steps with a
/// probability of at least 1 / (n * k^(d - 1)).
#include <algorithm>

#include "simt/schedule/block_order.h"
#include "simt/schedule/priorities.h"
#include "simt/schedule/random.h"
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class Pct final : public Strategy {
 public:
  Pct(std::uint32_t depth, const LaunchOutline& outline)
      : seed_(outline.seed), priorities_(derive(outline.seed, 1)) {
    Random random(seed_);
    for (std::uint32_t i = 1; i < depth; ++i)
      change_points_.push_back(1 + random.below(std::max<std::uint64_t>(outline.steps, 1)));
    std::ranges::sort(change_points_);
  }

  unsigned choose(const Decision& decision) override {
    while (passed_ < change_points_.size() && decision.step >= change_points_[passed_]) {
      if (decision.last >= 0)
        priorities_.set(decision.id(static_cast<unsigned>(decision.last)),
                        change_points_.size() - passed_);
      ++passed_;
    }
    return decision.greatest([&](unsigned bit) { return priorities_.of(decision.id(bit)); });
  }
  std::uint64_t patience(std::uint64_t step) override {
    if (passed_ == change_points_.size()) return kForever;
    return change_points_[passed_] > step ? change_points_[passed_] - step : 1;
  }
  std::uint64_t block_at(std::uint64_t place, std::uint64_t blocks) override {
    return BlockOrder(blocks, seed_).at(place);
  }

 private:
  std::uint64_t seed_;
  std::vector<std::uint64_t> change_points_;
  std::size_t passed_ = 0;
  Priorities priorities_;
};

}  // namespace

MadeStrategy make_pct(std::uint32_t depth, const LaunchOutline& outline) {
  return std::make_unique<Pct>(depth == 0 ? kDefaultPctDepth : depth, outline);
}

}  // namespace simt
