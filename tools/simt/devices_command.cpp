// SPDX-License-Identifier: Apache-2.0
/// `simt devices`: device profiles and real hardware.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "backends/cuda/hardware.h"
#include "runtime/device/profile.h"
#include "tools/simt/commands.h"

namespace simt {
namespace {

void print_profiles() {
  fmt::print("Device profiles (SIMT_DEVICE, simt run --device):\n");
  for (const DeviceProfile& profile : device_profiles())
    fmt::print("  {:<12} {:<26} compute capability {}.{}, {} SMs, {} GiB\n", profile.id,
               profile.name, profile.compute_capability_major, profile.compute_capability_minor,
               profile.multiprocessors, (profile.global_memory_bytes + (1u << 29)) >> 30);
}

void print_hardware(const Hardware& hardware) {
  switch (hardware.state) {
    case HardwareState::kNoDriver:
      fmt::print("Real hardware: no driver ({})\n", hardware.reason);
      return;
    case HardwareState::kNoDevice:
      fmt::print("Real hardware: driver and no device ({})\n", hardware.reason);
      return;
    case HardwareState::kPresent:
      fmt::print("Real hardware: device present\n");
      for (const HardwareDevice& device : hardware.devices)
        fmt::print("  {}, compute capability {}.{}\n", device.name, device.compute_capability_major,
                   device.compute_capability_minor);
      return;
  }
}

}  // namespace

void add_devices_command(CLI::App& app) {
  app.add_subcommand("devices", "List the device profiles, and say what real hardware there is")
      ->callback([] {
        print_profiles();
        print_hardware(probe_hardware());
      });
}

}  // namespace simt
