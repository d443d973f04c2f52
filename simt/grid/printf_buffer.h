// SPDX-License-Identifier: Apache-2.0
/// What kernels print. CUDA Programming Guide, "Formatted Output": output waits in a buffer of
/// fixed size until the host synchronises; when the buffer is full the oldest output is lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>

namespace simt {

class PrintfBuffer {
 public:
  /// Capacity in bytes of the records that hardware would keep; cudaLimitPrintfFifoSize.
  void set_limit(std::size_t bytes);
  std::size_t limit() const;

  /// Formats one call. `arguments` are packed as the device ABI packs variadic arguments: each at
  /// its natural alignment, float promoted to double. Returns the number of arguments, as device
  /// printf does, or -1 for a malformed format.
  int print(const char* format, const void* arguments);

  struct Output {
    std::string text;
    /// Calls whose output was lost because the buffer was full.
    std::uint64_t lost = 0;
  };
  /// Empties the buffer.
  Output take();
  /// Appends what take() returned.
  void put_back(const Output& output);

 private:
  struct Record {
    std::string text;
    std::size_t bytes = 0;
  };

  mutable std::mutex mutex_;
  std::size_t limit_ = 8650752;
  std::size_t used_ = 0;
  std::uint64_t lost_ = 0;
  std::deque<Record> records_;
};

}  // namespace simt
