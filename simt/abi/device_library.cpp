// SPDX-License-Identifier: Apache-2.0
/// printf, assert, the heap, clocks and traps, as compiled kernels call them
/// (runtime/include/simt/device_library.h).
#include <fmt/format.h>

#include <chrono>

#include "simt/abi/builtin_variables.h"
#include "simt/grid/machine.h"
#include "simt/grid/worker.h"

namespace {

using simt::Worker;

/// Ticks of clock64() a nanosecond: about the rate of the multiprocessor clock of current devices.
constexpr double kClockGigahertz = 1.98;

std::int64_t nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

#define WHERE __builtin_return_address(0)

extern "C" {

SIMT_EXPORT int simt_vprintf(const char* format, const void* arguments) {
  Worker& worker = Worker::current();
  const Worker::InMachine inside(worker, WHERE);
  return worker.machine().printf_buffer().print(format, arguments);
}

SIMT_EXPORT void* simt_device_malloc(std::size_t bytes) {
  Worker& worker = Worker::current();
  const Worker::InMachine inside(worker, WHERE);
  return worker.machine().heap().allocate(bytes);
}

SIMT_EXPORT void simt_device_free(void* pointer) {
  Worker& worker = Worker::current();
  bool known = false;
  {
    const Worker::InMachine inside(worker, WHERE);
    // What is freed may be allocated, and written, by another thread at once.
    worker.order_accesses(SIMT_SCOPE_DEVICE);
    known = worker.machine().heap().release(pointer);
  }
  if (!known) {
    worker.fail(simt::FindingKind::kIllegalAddress,
                fmt::format("free() of {}, which device malloc() did not give out", pointer),
                WHERE);
  }
}

SIMT_EXPORT void simt_assert_fail(const char* expression, const char* file, unsigned line,
                                  const char* function) {
  Worker::current().fail(
      simt::FindingKind::kAssert,
      fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.", file,
                  line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                  threadIdx.z, expression),
      WHERE);
}

SIMT_EXPORT void simt_trap() {
  Worker::current().fail(simt::FindingKind::kTrap, "the kernel executed a trap", WHERE);
}

SIMT_EXPORT long long simt_clock64() {
  if (const auto ticks = Worker::current().logical_clock()) return static_cast<long long>(*ticks);
  return static_cast<long long>(static_cast<double>(nanoseconds()) * kClockGigahertz);
}

SIMT_EXPORT unsigned long long simt_global_timer() {
  if (const auto ticks = Worker::current().logical_clock()) return *ticks / 2;
  return static_cast<unsigned long long>(nanoseconds());
}

}  // extern "C"
