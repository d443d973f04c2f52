// SPDX-License-Identifier: Apache-2.0
/// Lets whoever runs go on as long as possible, then takes the first in order: the schedule with
/// the fewest switches, and the base that others are described against.
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class Sequential final : public Strategy {
 public:
  unsigned choose(const Decision& decision) override {
    return decision.may_continue() ? static_cast<unsigned>(decision.last) : decision.first();
  }
};

}  // namespace

MadeStrategy make_sequential(std::uint32_t, const LaunchOutline&) {
  return std::make_unique<Sequential>();
}

}  // namespace simt
