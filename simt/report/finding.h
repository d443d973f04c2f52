// SPDX-License-Identifier: Apache-2.0
/// One thing that went wrong in a launch, as a person reads it. Detection fills it, report prints
/// it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simt {

struct Index3 {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;
  friend bool operator==(const Index3&, const Index3&) = default;
};

/// A place in the user's source; `file` is empty where no debug information covers it.
struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function;
};

/// What a finding is about; also decides the CUDA error that the launch ends with.
enum class FindingKind {
  kIllegalAddress,
  kMisalignedAddress,
  kStackOverflow,
  kIntegerDivision,
  kIllegalInstruction,
  kAssert,
  kTrap,
  kBarrierDivergence,
  kCollectiveMisuse,
  kDeadlock,
  kResidencyDeadlock,
  kLivelock,
  kTimeout,
  kUnsupported,
};

/// A thread that plays a part in a finding, and where it stands.
struct ThreadPlace {
  Index3 block;
  Index3 thread;
  SourceLocation where;
  /// "waits at the barrier", "spins", …
  std::string doing;
};

struct Finding {
  FindingKind kind{};
  /// The cause in one sentence.
  std::string cause;
  std::string kernel;
  std::vector<ThreadPlace> places;
  std::uint64_t seed = 0;
};

}  // namespace simt
