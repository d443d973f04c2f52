// SPDX-License-Identifier: Apache-2.0
/// Of those that are ready, the one that comes last in a random order goes on only when no other
/// can; the others go in any order.
#include "simt/schedule/priorities.h"
#include "simt/schedule/random.h"
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class Starve final : public Strategy {
 public:
  explicit Starve(std::uint64_t seed) : seed_(seed), priorities_(derive(seed, 1)), random_(seed) {}

  unsigned choose(const Decision& decision) override {
    const unsigned last =
        decision.greatest([&](unsigned bit) { return ~priorities_.of(decision.id(bit)); });
    const std::uint64_t others = decision.ready & ~(std::uint64_t{1} << last);
    return others == 0 ? last : Decision::any_of(others, random_);
  }
  /// One block starts last.
  std::uint64_t block_at(std::uint64_t place, std::uint64_t blocks) override {
    return (place + 1 + seed_ % blocks) % blocks;
  }

 private:
  std::uint64_t seed_;
  Priorities priorities_;
  Random random_;
};

}  // namespace

MadeStrategy make_starve(std::uint32_t, const LaunchOutline& outline) {
  return std::make_unique<Starve>(outline.seed);
}

}  // namespace simt
