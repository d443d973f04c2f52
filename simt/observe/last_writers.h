// SPDX-License-Identifier: Apache-2.0
/// Who wrote given places last.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "simt/observe/observer.h"

namespace simt {

class LastWriters final : public Observer {
 public:
  struct Writer {
    ThreadNumber thread = 0;
    const simt_site_record* site = nullptr;
  };

  /// Watches `bytes` bytes at `address`, apart from all other places watched.
  void watch(std::uint64_t address, std::uint64_t bytes);
  void on_access(const AccessEvent& event) override;
  /// Of a place that is watched; empty where no thread of the launch wrote there.
  std::optional<Writer> of(std::uint64_t address) const;

 private:
  struct Place {
    std::uint64_t bytes;
    std::optional<Writer> writer;
  };
  std::map<std::uint64_t, Place> places_;
};

}  // namespace simt
