// SPDX-License-Identifier: Apache-2.0
/// Launches. CUDA Runtime API reference, "Execution Control"; the order of the checks is
/// hardware's.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <span>
#include <vector>

#include "crt/host_runtime.h"
#include "runtime/api/kernel_limits.h"
#include "runtime/api/stream.h"
#include "simt/report/source_location.h"

namespace {

struct Configuration {
  dim3 grid;
  dim3 block;
  size_t shared_bytes;
  cudaStream_t stream;
};

/// Of <<<>>> expressions whose arguments are still being evaluated.
thread_local std::vector<Configuration> pending_configurations;

simt::Extent3 extent(const dim3& size) { return {size.x, size.y, size.z}; }

bool within(const dim3& size, const std::array<int, 3>& limits) {
  return size.x - 1 < static_cast<unsigned>(limits[0]) &&
         size.y - 1 < static_cast<unsigned>(limits[1]) &&
         size.z - 1 < static_cast<unsigned>(limits[2]);
}

cudaError_t check(const simt::Runtime& state, const simt::Kernel& kernel,
                  const Configuration& configuration, bool cooperative) {
  const simt::DeviceProfile& profile = state.profile;
  const auto& [grid, block, shared_bytes, stream] = configuration;
  const std::uint64_t threads = extent(block).count();
  if (const std::size_t fixed = state.backend->static_shared_bytes(*kernel.record);
      fixed > profile.shared_bytes_per_block) {
    fmt::print(stderr,
               "simt: error: {}: {} bytes of static shared memory, with that of functions of other "
               "modules; the device has {}\n",
               simt::demangle(kernel.record->name), fixed, profile.shared_bytes_per_block);
    return cudaErrorInvalidValue;
  }
  if (!within(grid, profile.grid_extent) || !within(block, profile.block_extent) ||
      threads > static_cast<unsigned>(simt::max_threads_per_block(profile, kernel)) ||
      shared_bytes > simt::max_dynamic_shared_bytes(state, kernel))
    return cudaErrorInvalidValue;
  if (!cooperative) return cudaSuccess;
  const std::uint64_t resident =
      std::uint64_t{simt::resident_blocks(state, kernel, threads, shared_bytes)} *
      profile.multiprocessors;
  return extent(grid).count() > resident ? cudaErrorCooperativeLaunchTooLarge : cudaSuccess;
}

std::vector<std::byte> pack(const simt_kernel_record& kernel, void** arguments) {
  std::vector<std::byte> packed(kernel.parameter_bytes);
  for (std::uint32_t i = 0; i < kernel.parameter_count; ++i)
    std::memcpy(packed.data() + kernel.parameters[i].offset, arguments[i],
                kernel.parameters[i].size);
  return packed;
}

cudaError_t launch(const void* function, const Configuration& configuration, void** arguments,
                   bool cooperative) {
  return simt::on_device([&](simt::Runtime& state) {
    simt::Kernel* kernel = nullptr;
    if (const auto error = state.modules.find_kernel(*state.backend, function, kernel);
        error != cudaSuccess)
      return error;
    if (const auto error = check(state, *kernel, configuration, cooperative); error != cudaSuccess)
      return error;
    if (arguments == nullptr && kernel->record->parameter_count != 0) return cudaErrorInvalidValue;
    const auto stream = simt::find_stream(configuration.stream);
    if (!stream) return cudaErrorInvalidResourceHandle;
    state.backend->submit(*stream->stream,
                          simt::KernelLaunch{.kernel = kernel->record,
                                             .grid = extent(configuration.grid),
                                             .block = extent(configuration.block),
                                             .dynamic_shared_bytes = static_cast<std::uint32_t>(
                                                 configuration.shared_bytes),
                                             .cooperative = cooperative,
                                             .parameters = pack(*kernel->record, arguments)});
    if (!state.launch_blocking) return cudaSuccess;
    state.backend->synchronize(*stream->stream);
    return state.backend->error();
  });
}

bool is_one(const cudaLaunchAttributeExtent& size) {
  return size.x == 1 && size.y == 1 && size.z == 1;
}

/// Whether a launch is cooperative, or why it cannot have an attribute. Attributes that only say
/// how fast something may be need no support.
cudaError_t read_attributes(std::span<const cudaLaunchAttribute> attributes, bool& cooperative) {
  for (const cudaLaunchAttribute& attribute : attributes) {
    switch (attribute.id) {
      case cudaLaunchAttributeIgnore:
      case cudaLaunchAttributeAccessPolicyWindow:
      case cudaLaunchAttributeSynchronizationPolicy:
      case cudaLaunchAttributeClusterSchedulingPolicyPreference:
      case cudaLaunchAttributeProgrammaticStreamSerialization:
      case cudaLaunchAttributePriority:
      case cudaLaunchAttributeMemSyncDomainMap:
      case cudaLaunchAttributeMemSyncDomain:
      case cudaLaunchAttributePreferredSharedMemoryCarveout:
        break;
      case cudaLaunchAttributeCooperative:
        cooperative = attribute.val.cooperative != 0;
        break;
      case cudaLaunchAttributeClusterDimension:
      case cudaLaunchAttributePreferredClusterDimension:
        if (!is_one(attribute.val.clusterDim))
          return simt::unsupported("a launch with a cluster dimension");
        break;
      case cudaLaunchAttributeProgrammaticEvent:
        return simt::unsupported("cudaLaunchAttributeProgrammaticEvent");
      case cudaLaunchAttributeLaunchCompletionEvent:
        return simt::unsupported("cudaLaunchAttributeLaunchCompletionEvent");
      case cudaLaunchAttributeDeviceUpdatableKernelNode:
        return simt::unsupported("cudaLaunchAttributeDeviceUpdatableKernelNode");
      default:
        return cudaErrorInvalidValue;
    }
  }
  return cudaSuccess;
}

}  // namespace

unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedBytes,
                                     void* stream) {
  pending_configurations.push_back(
      {gridDim, blockDim, sharedBytes, static_cast<cudaStream_t>(stream)});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedBytes,
                                       void* stream) {
  if (pending_configurations.empty()) return simt::remember(cudaErrorMissingConfiguration);
  const Configuration& configuration = pending_configurations.back();
  *gridDim = configuration.grid;
  *blockDim = configuration.block;
  *sharedBytes = configuration.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = configuration.stream;
  pending_configurations.pop_back();
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 gridDim, dim3 blockDim, void** arguments,
                             size_t sharedBytes, cudaStream_t stream) {
  return launch(function, {gridDim, blockDim, sharedBytes, stream}, arguments, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 gridDim, dim3 blockDim,
                                        void** arguments, size_t sharedBytes, cudaStream_t stream) {
  return launch(function, {gridDim, blockDim, sharedBytes, stream}, arguments, true);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  if (config == nullptr || (config->attrs == nullptr && config->numAttrs != 0))
    return simt::remember(cudaErrorInvalidValue);
  bool cooperative = false;
  if (const auto error = read_attributes({config->attrs, config->numAttrs}, cooperative);
      error != cudaSuccess)
    return simt::remember(error);
  return launch(function,
                {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream},
                arguments, cooperative);
}
