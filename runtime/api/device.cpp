// SPDX-License-Identifier: Apache-2.0
/// CUDA Runtime API reference, "Device Management". There is one device, or none where
/// CUDA_VISIBLE_DEVICES hides it.
#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstring>

#include "runtime/api/device_identity.h"
#include "runtime/api/limits.h"
#include "runtime/api/memory.h"
#include "runtime/api/pool.h"
#include "runtime/api/stream.h"

namespace {

constexpr unsigned kKnownFlags =
    cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;

std::atomic<unsigned> device_flags{cudaDeviceMapHost};
std::atomic<cudaFuncCache> cache_config{cudaFuncCachePreferNone};

/// The frame of functions that work though a kernel has failed: only that there is a device.
template <class Body>
cudaError_t on_any_device(Body&& body) {
  return simt::remember(simt::runtime().device_count == 0 ? cudaErrorNoDevice : body());
}

cudaError_t check_device(int device) { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; }

cudaError_t check_flags(unsigned flags) {
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  const bool one_schedule = (schedule & (schedule - 1)) == 0;
  return (flags & ~kKnownFlags) == 0 && one_schedule ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return simt::remember(cudaErrorInvalidValue);
  *count = simt::runtime().device_count;
  return simt::remember(*count == 0 ? cudaErrorNoDevice : cudaSuccess);
}

cudaError_t cudaGetDevice(int* device) {
  return on_any_device([=] {
    if (device == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return on_any_device([=] { return check_device(device); });
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
  return on_any_device([=] {
    if (device != 0) return cudaErrorInvalidDevice;
    if ((flags & ~unsigned{cudaInitDeviceFlagsAreValid}) != 0) return cudaErrorInvalidValue;
    if (flags == 0) return cudaSuccess;
    const cudaError_t error = check_flags(deviceFlags);
    if (error == cudaSuccess) device_flags = deviceFlags | cudaDeviceMapHost;
    return error;
  });
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  return on_any_device([=] {
    if (count < 0 || (count != 0 && devices == nullptr)) return cudaErrorInvalidValue;
    for (int i = 0; i < count; ++i)
      if (devices[i] != 0) return cudaErrorInvalidDevice;
    return cudaSuccess;
  });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
  return on_any_device([=] {
    if (device == nullptr || properties == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* busId, int bytes, int device) {
  return on_any_device([=] {
    if (busId == nullptr || bytes <= 0) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    const auto text =
        fmt::format("{:04x}:{:02x}:{:02x}.0", simt::kPciDomain, simt::kPciBus, simt::kPciDevice);
    std::snprintf(busId, static_cast<std::size_t>(bytes), "%s", text.c_str());
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* busId) {
  return on_any_device([=] {
    unsigned domain = 0, bus = 0, slot = 0;
    if (device == nullptr || busId == nullptr) return cudaErrorInvalidValue;
    if (std::sscanf(busId, "%x:%x:%x", &domain, &bus, &slot) != 3 &&
        (domain = 0, std::sscanf(busId, "%x:%x", &bus, &slot) != 2))
      return cudaErrorInvalidValue;
    if (domain != simt::kPciDomain || bus != simt::kPciBus || slot != simt::kPciDevice)
      return cudaErrorInvalidDevice;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return on_any_device([=] {
    const cudaError_t error = check_flags(flags);
    if (error == cudaSuccess) device_flags = flags | cudaDeviceMapHost;
    return error;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return on_any_device([=] {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = device_flags;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize(void) {
  return simt::on_device([](simt::Runtime& state) {
    state.backend->synchronize();
    return state.backend->error();
  });
}

cudaError_t cudaDeviceReset(void) {
  return on_any_device([] {
    simt::Runtime& state = simt::runtime();
    if (state.unloading) return cudaErrorCudartUnloading;
    state.backend->reset();
    state.modules.reset_attributes();
    simt::forget_streams();
    simt::forget_events();
    simt::forget_host_memory();
    simt::forget_all_advice();
    simt::reset_pools();
    simt::reset_limits(state);
    device_flags = cudaDeviceMapHost;
    cache_config = cudaFuncCachePreferNone;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return simt::on_device([=](simt::Runtime&) {
    if (config == nullptr) return cudaErrorInvalidValue;
    *config = cache_config;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return simt::on_device([=](simt::Runtime&) {
    if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
      return cudaErrorInvalidValue;
    cache_config = config;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return simt::on_device([=](simt::Runtime&) {
    if (config == nullptr) return cudaErrorInvalidValue;
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return simt::on_device([=](simt::Runtime&) {
    // Banks are 4 bytes wide on every device from compute capability 5.0 on.
    return config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte
               ? cudaSuccess
               : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return simt::on_device([=](simt::Runtime&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = simt::kGreatestPriority;
    return cudaSuccess;
  });
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
  return simt::on_device([](simt::Runtime&) { return cudaSuccess; });
}
