// SPDX-License-Identifier: Apache-2.0
/// One is as far ahead of its siblings as barriers allow: it goes on whenever it can, a whole loop
/// iteration before the others where nothing holds it. Every so often another one takes its place.
#include "simt/schedule/random.h"
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class RaceAhead final : public Strategy {
 public:
  explicit RaceAhead(std::uint64_t seed) : seed_(seed), random_(seed) { next_reign(); }

  unsigned choose(const Decision& decision) override {
    if (--left_ == 0) next_reign();
    return decision.greatest([&](unsigned bit) { return mix(reign_ ^ mix(decision.id(bit))); });
  }
  std::uint64_t block_at(std::uint64_t place, std::uint64_t blocks) override {
    return blocks - 1 - (place + seed_ % blocks) % blocks;
  }

 private:
  static constexpr std::uint64_t kMeanDecisions = 512;

  void next_reign() {
    reign_ = random_.next();
    left_ = random_.trials(kMeanDecisions);
  }

  std::uint64_t seed_;
  Random random_;
  std::uint64_t reign_ = 0;
  std::uint64_t left_ = 0;
};

}  // namespace

MadeStrategy make_race_ahead(std::uint32_t, const LaunchOutline& outline) {
  return std::make_unique<RaceAhead>(outline.seed);
}

}  // namespace simt
