// SPDX-License-Identifier: Apache-2.0
/// As sequential, from the last to the first.
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class Reverse final : public Strategy {
 public:
  unsigned choose(const Decision& decision) override {
    return decision.may_continue() ? static_cast<unsigned>(decision.last) : decision.final();
  }
  std::uint64_t block_at(std::uint64_t place, std::uint64_t blocks) override {
    return blocks - 1 - place;
  }
};

}  // namespace

MadeStrategy make_reverse(std::uint32_t, const LaunchOutline&) {
  return std::make_unique<Reverse>();
}

}  // namespace simt
