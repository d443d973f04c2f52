// SPDX-License-Identifier: Apache-2.0
/// Partial-order sampling: every next access has a random priority; the greatest goes first, and
/// those that conflict with it draw anew. Yuan, Yang, Gu, "Partial Order Aware Concurrency
/// Sampling", CAV 2018.
#include "simt/schedule/block_order.h"
#include "simt/schedule/priorities.h"
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class Pos final : public Strategy {
 public:
  explicit Pos(std::uint64_t seed) : seed_(seed), priorities_(seed) {}

  unsigned choose(const Decision& decision) override {
    if (chosen_before_) draw_anew(decision);
    const unsigned chosen =
        decision.greatest([&](unsigned bit) { return priorities_.of(decision.id(bit)); });
    chosen_before_ = true;
    last_id_ = decision.id(chosen);
    last_access_ = decision.pending(chosen);
    return chosen;
  }
  std::uint64_t patience(std::uint64_t) override { return 1; }
  std::uint64_t block_at(std::uint64_t place, std::uint64_t blocks) override {
    return BlockOrder(blocks, seed_).at(place);
  }

 private:
  void draw_anew(const Decision& decision) {
    priorities_.draw_anew(last_id_);
    if (last_access_.bytes == 0) return;
    for (std::uint64_t rest = decision.ready; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t id = decision.id(bit);
      if (id != last_id_ && decision.pending(bit).conflicts_with(last_access_))
        priorities_.draw_anew(id);
    }
  }

  std::uint64_t seed_;
  Priorities priorities_;
  bool chosen_before_ = false;
  std::uint64_t last_id_ = 0;
  Access last_access_;
};

}  // namespace

MadeStrategy make_pos(std::uint32_t, const LaunchOutline& outline) {
  return std::make_unique<Pos>(outline.seed);
}

}  // namespace simt
