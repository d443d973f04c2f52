// SPDX-License-Identifier: Apache-2.0
/// Seeded contents of fresh memory: see simt/memory/dirty_fill.h.
#include "simt/memory/dirty_fill.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

namespace simt {
namespace {

/// Large enough that a device's whole memory takes fewer mappings than a process may have (65530).
constexpr std::size_t kPatternBytes = std::size_t{8} << 20;

/// SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

DirtyFill::DirtyFill(std::uint64_t seed) : seed_(seed) {}

DirtyFill::~DirtyFill() {
  if (pattern_ >= 0) close(pattern_);
}

void DirtyFill::fill(void* address, std::size_t bytes, std::uint64_t salt) const {
  std::uint64_t state = seed_ ^ (salt * 0xd1342543de82ef95u);
  auto* out = static_cast<std::byte*>(address);
  for (; bytes >= sizeof state; bytes -= sizeof state, out += sizeof state) {
    const std::uint64_t word = mix(state);
    std::memcpy(out, &word, sizeof word);
  }
  const std::uint64_t word = mix(state);
  std::memcpy(out, &word, bytes);
}

void DirtyFill::map(void* address, std::size_t bytes) {
  if (pattern_ < 0) {
    pattern_ = memfd_create("simt-dirty", MFD_CLOEXEC);
    if (pattern_ < 0) fail("memfd_create");
    std::vector<std::byte> contents(kPatternBytes);
    fill(contents.data(), contents.size(), 0);
    if (write(pattern_, contents.data(), contents.size()) != std::ssize(contents)) fail("write");
  }
  auto* at = static_cast<std::byte*>(address);
  for (std::size_t done = 0; done < bytes; done += kPatternBytes) {
    if (mmap(at + done, std::min(kPatternBytes, bytes - done), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, pattern_, 0) == MAP_FAILED)
      fail("mmap");
  }
}

}  // namespace simt
