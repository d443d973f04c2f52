// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Occupancy".
#include <algorithm>

#include "runtime/api/function.h"
#include "runtime/api/kernel_limits.h"

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int blockSize, size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, blockSize,
                                                                sharedBytes, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int blockSize, size_t sharedBytes, unsigned int flags) {
  return simt::on_kernel(function, [=](simt::Runtime& state, simt::Kernel& kernel) {
    if (blocks == nullptr || blockSize <= 0 ||
        (flags & ~unsigned{cudaOccupancyDisableCachingOverride}) != 0)
      return cudaErrorInvalidValue;
    const bool possible = blockSize <= state.profile.threads_per_block &&
                          sharedBytes <= simt::max_dynamic_shared_bytes(state, kernel);
    *blocks = possible
                  ? static_cast<int>(simt::resident_blocks(state, kernel, blockSize, sharedBytes))
                  : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function,
                                                      int blocks, int blockSize) {
  return simt::on_kernel(function, [=](simt::Runtime& state, simt::Kernel& kernel) {
    if (bytes == nullptr || blocks <= 0 || blockSize <= 0 ||
        blockSize > state.profile.threads_per_block ||
        static_cast<unsigned>(blocks) > simt::resident_blocks(state, kernel, blockSize, 0))
      return cudaErrorInvalidValue;
    const simt::DeviceProfile& profile = state.profile;
    const size_t share = profile.shared_bytes_per_multiprocessor / static_cast<unsigned>(blocks);
    const size_t taken = profile.reserved_shared_bytes_per_block +
                         state.backend->static_shared_bytes(*kernel.record);
    *bytes =
        std::min(share - std::min(share, taken), simt::max_dynamic_shared_bytes(state, kernel));
    return cudaSuccess;
  });
}
