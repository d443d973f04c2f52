// SPDX-License-Identifier: Apache-2.0
/// Each in turn: everybody gets to the next synchronisation, or so many memory accesses far.
#include "simt/schedule/strategies/strategies.h"

namespace simt {
namespace {

class RoundRobin final : public Strategy {
 public:
  explicit RoundRobin(std::uint32_t quantum) : quantum_(quantum) {}

  unsigned choose(const Decision& decision) override {
    const std::uint64_t after =
        decision.last < 0 || decision.last == 63 ? 0 : ~std::uint64_t{0} << (decision.last + 1);
    const std::uint64_t ready =
        (decision.ready & after) != 0 ? decision.ready & after : decision.ready;
    return static_cast<unsigned>(std::countr_zero(ready));
  }
  std::uint64_t patience(std::uint64_t) override { return quantum_ == 0 ? kForever : quantum_; }

 private:
  std::uint32_t quantum_;
};

}  // namespace

MadeStrategy make_round_robin(std::uint32_t quantum, const LaunchOutline&) {
  return std::make_unique<RoundRobin>(quantum);
}

}  // namespace simt
