// SPDX-License-Identifier: Apache-2.0
/// Host pointers passed to kernels. Hardware faults when a kernel dereferences one; here device and
/// host share an address space, so the kernel is given an inaccessible address in its place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

namespace simt {

class ArgumentGuard {
 public:
  struct Argument {
    /// What the program passed, moved by as much as the kernel moved the address it got.
    std::uint64_t address = 0;
    /// Counted from 0.
    std::uint32_t number = 0;
  };

  ArgumentGuard();
  ~ArgumentGuard();
  ArgumentGuard(const ArgumentGuard&) = delete;
  ArgumentGuard& operator=(const ArgumentGuard&) = delete;

  /// An address that faults, with the alignment of `address`; the last kSlots of them are
  /// remembered.
  std::uint64_t replace(std::uint64_t address, std::uint32_t number);

  /// The argument that an address in the guarded range stands for; empty for any other address.
  std::optional<Argument> original_of(std::uint64_t address) const;

 private:
  static constexpr std::size_t kSlots = 64;

  /// What each slot stands in for: the program's address and its parameter's number.
  std::array<Argument, kSlots> slots_{};
  std::size_t next_ = 0;
  mutable std::mutex mutex_;
};

}  // namespace simt
