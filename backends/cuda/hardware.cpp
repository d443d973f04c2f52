// SPDX-License-Identifier: Apache-2.0
/// Looks for real GPUs: see backends/cuda/hardware.h. Functions, error codes and attribute numbers
/// are those of the CUDA Driver API reference, "Initialization", "Device Management", "Data types".
#include "backends/cuda/hardware.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <memory>

namespace simt {
namespace {

constexpr int kSuccess = 0;
/// The library is the stub that the CUDA Toolkit links against; no driver is installed.
constexpr int kErrorStubLibrary = 34;
constexpr int kAttributeComputeCapabilityMajor = 75;
constexpr int kAttributeComputeCapabilityMinor = 76;

struct CloseLibrary {
  void operator()(void* library) const { dlclose(library); }
};
using Library = std::unique_ptr<void, CloseLibrary>;

/// The functions of the driver that a probe needs.
struct Driver {
  int (*initialize)(unsigned flags);
  int (*device_count)(int* count);
  int (*device)(int* device, int ordinal);
  int (*device_name)(char* name, int size, int device);
  int (*device_attribute)(int* value, int attribute, int device);
  int (*error_name)(int error, const char** name);
};

template <class Function>
bool find(const Library& library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library.get(), name));
  return function != nullptr;
}

bool find_all(const Library& library, Driver& driver) {
  return find(library, "cuInit", driver.initialize) &&
         find(library, "cuDeviceGetCount", driver.device_count) &&
         find(library, "cuDeviceGet", driver.device) &&
         find(library, "cuDeviceGetName", driver.device_name) &&
         find(library, "cuDeviceGetAttribute", driver.device_attribute) &&
         find(library, "cuGetErrorName", driver.error_name);
}

std::string error_text(const Driver& driver, int error) {
  const char* name = nullptr;
  if (driver.error_name(error, &name) == kSuccess && name != nullptr) return name;
  return fmt::format("driver error {}", error);
}

HardwareDevice describe(const Driver& driver, int ordinal) {
  HardwareDevice description;
  std::array<char, 256> name{};
  int device = 0;
  driver.device(&device, ordinal);
  driver.device_name(name.data(), static_cast<int>(name.size()) - 1, device);
  driver.device_attribute(&description.compute_capability_major, kAttributeComputeCapabilityMajor,
                          device);
  driver.device_attribute(&description.compute_capability_minor, kAttributeComputeCapabilityMinor,
                          device);
  description.name = name.data();
  return description;
}

}  // namespace

Hardware probe_hardware(const char* library_name) {
  const Library library(dlopen(library_name, RTLD_NOW | RTLD_LOCAL));
  if (!library) return {HardwareState::kNoDriver, {}, dlerror()};
  Driver driver{};
  if (!find_all(library, driver))
    return {HardwareState::kNoDriver, {}, fmt::format("{} is not a CUDA driver", library_name)};

  const int initialized = driver.initialize(0);
  if (initialized == kErrorStubLibrary)
    return {HardwareState::kNoDriver, {}, error_text(driver, initialized)};
  int count = 0;
  const int counted = initialized == kSuccess ? driver.device_count(&count) : initialized;
  if (counted != kSuccess) return {HardwareState::kNoDevice, {}, error_text(driver, counted)};
  if (count == 0) return {HardwareState::kNoDevice, {}, "the driver counts 0 devices"};

  Hardware hardware{HardwareState::kPresent, {}, {}};
  for (int ordinal = 0; ordinal < count; ++ordinal)
    hardware.devices.push_back(describe(driver, ordinal));
  return hardware;
}

}  // namespace simt
