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

#include "simt/schedule/random.h"

namespace simt {
namespace {

/// Large enough that a device's whole memory takes fewer mappings than a process may have (65530).
constexpr std::size_t kPatternBytes = std::size_t{8} << 20;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

DirtyFill::DirtyFill(std::uint64_t seed) : seed_(seed) {}

DirtyFill::~DirtyFill() {
  if (pattern_ >= 0) close(pattern_);
}

void DirtyFill::fill(void* address, std::size_t bytes, std::uint64_t salt) const {
  auto* out = static_cast<std::byte*>(address);
  for (std::uint64_t index = 0; bytes != 0; ++index) {
    const std::uint64_t word = this->word(salt, index);
    const std::size_t part = std::min(bytes, sizeof word);
    std::memcpy(out, &word, part);
    out += part;
    bytes -= part;
  }
}

std::uint64_t DirtyFill::word(std::uint64_t salt, std::uint64_t index) const {
  if (salt == kMapped) index %= kPatternBytes / sizeof(std::uint64_t);
  return mix(derive(seed_, salt) + index);
}

void DirtyFill::map(void* address, std::size_t bytes) {
  if (pattern_ < 0) {
    pattern_ = memfd_create("simt-dirty", MFD_CLOEXEC);
    if (pattern_ < 0) fail("memfd_create");
    std::vector<std::byte> contents(kPatternBytes);
    fill(contents.data(), contents.size(), kMapped);
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
