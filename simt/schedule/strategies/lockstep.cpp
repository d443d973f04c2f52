// SPDX-License-Identifier: Apache-2.0
/// All in step: whoever is behind goes on, so that every lane makes an access before any makes its
/// next. Devices before Volta ran the lanes of a warp like this.
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class Lockstep final : public Strategy {
 public:
  unsigned choose(const Decision& decision) override {
    return decision.greatest([&](unsigned bit) { return ~decision.steps(bit); });
  }
  std::uint64_t patience(std::uint64_t) override { return 1; }
};

}  // namespace

MadeStrategy make_lockstep(std::uint32_t, const LaunchOutline&) {
  return std::make_unique<Lockstep>();
}

}  // namespace simt
