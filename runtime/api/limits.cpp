// SPDX-License-Identifier: Apache-2.0
/// Device limits. CUDA Runtime API reference, "cudaDeviceSetLimit". First values, and how values
/// are rounded, are an H200's.
#include "runtime/api/limits.h"

#include <algorithm>
#include <mutex>

namespace {

struct Limit {
  std::size_t first;
  /// Values below this become this.
  std::size_t least;
  /// Values above this are refused.
  std::size_t most;
  /// Values are rounded up to a multiple of this.
  std::size_t unit;
};

constexpr std::size_t kAny = ~std::size_t{0};

/// Indexed by cudaLimit. Devices from compute capability 9.0 on have no synchronisation depth.
constexpr Limit kLimits[] = {
    {1024, 0, 512 * 1024, 16},            // cudaLimitStackSize
    {8650752, 512 * 1024, kAny, 1},       // cudaLimitPrintfFifoSize
    {8388608, 4 * 1024 * 1024, kAny, 1},  // cudaLimitMallocHeapSize
    {0, 0, 0, 1},                         // cudaLimitDevRuntimeSyncDepth
    {2048, 0, kAny, 1},                   // cudaLimitDevRuntimePendingLaunchCount
    {64, 0, 128, 1},                      // cudaLimitMaxL2FetchGranularity
    {11796480, 0, kAny, 1},               // cudaLimitPersistingL2CacheSize
};

std::mutex mutex;
std::size_t values[std::size(kLimits)];
bool initialised = false;

/// Under the lock.
std::size_t& value_of(cudaLimit limit) {
  if (!std::exchange(initialised, true))
    std::ranges::transform(kLimits, values, [](const Limit& entry) { return entry.first; });
  return values[limit];
}

cudaError_t check(cudaLimit limit) {
  if (limit < 0 || limit >= static_cast<int>(std::size(kLimits))) return cudaErrorInvalidValue;
  return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaSuccess;
}

}  // namespace

namespace simt {

void reset_limits(Runtime& state) {
  const std::lock_guard lock(mutex);
  initialised = false;
  for (const cudaLimit limit :
       {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize})
    state.backend->set_limit(limit, value_of(limit));
}

}  // namespace simt

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return simt::on_device([=](simt::Runtime& state) {
    if (const auto error = check(limit); error != cudaSuccess) return error;
    const Limit& rule = kLimits[limit];
    if (value > rule.most) return cudaErrorInvalidValue;
    const std::size_t rounded =
        (std::max(value, rule.least) + rule.unit - 1) / rule.unit * rule.unit;
    const std::lock_guard lock(mutex);
    if (!state.backend->set_limit(limit, rounded)) return cudaErrorInvalidValue;
    value_of(limit) = rounded;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return simt::on_device([=](simt::Runtime&) {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (const auto error = check(limit); error != cudaSuccess) return error;
    const std::lock_guard lock(mutex);
    *value = value_of(limit);
    return cudaSuccess;
  });
}
