// SPDX-License-Identifier: Apache-2.0
/// The runtime of the process: see runtime/api/runtime.h.
#include "runtime/api/runtime.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "backends/emulator/emulator.h"
#include "runtime/api/device_identity.h"
#include "simt/explore/token_runner.h"

namespace simt {
namespace {

thread_local cudaError_t thread_error = cudaSuccess;
thread_local int host_function_depth = 0;

/// How many devices of one CUDA_VISIBLE_DEVICES leaves. CUDA Programming Guide, "CUDA Environment
/// Variables": what follows the first entry that names no device is invisible.
int visible_devices() {
  const char* variable = std::getenv("CUDA_VISIBLE_DEVICES");
  if (variable == nullptr) return 1;
  const std::string_view list = variable;
  const std::string_view first = list.substr(0, list.find(','));
  return first == "0" || names_device(first) ? 1 : 0;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "1";
}

/// Says what is done with launches, where the settings do.
void set_schedules(const Settings& settings, EmulatorSettings& emulator) {
  if (!settings.explore.empty() + !settings.replay.empty() + !settings.shrink.empty() > 1)
    throw SettingsError("SIMT_EXPLORE, SIMT_REPLAY and SIMT_SHRINK exclude each other");
  // What a token stands for was found with its seed.
  const auto token_of = [&](const std::string& text) {
    const Token token = parse_token(text);
    emulator.machine.seed = token.run_seed;
    return token;
  };
  if (!settings.explore.empty()) {
    const ExploreOptions options = read_explore_options(settings.explore);
    if (options.program_run.empty())
      emulator.explore = options;
    else
      emulator.program = {token_of(options.program_run), options.report_file};
  }
  if (!settings.replay.empty()) {
    const Token token = token_of(settings.replay);
    if (token.is_of_whole_program()) {
      require_program_of(token);
      emulator.program = {token};
    } else {
      emulator.replay = token;
    }
  }
  if (!settings.shrink.empty()) {
    const Token token = token_of(settings.shrink);
    require_schedule(token);
    emulator.shrink = token;
  }
}

Runtime* make_runtime() try {
  const Settings settings = parse_settings(environ);
  const DeviceProfile& profile = find_profile(settings.device);
  MachineSettings machine = settings.machine;
  machine.residency = profile.residency();
  EmulatorSettings emulator{.machine = machine,
                            .global_memory_bytes = profile.global_memory_bytes,
                            .constant_bytes = profile.constant_bytes};
  set_schedules(settings, emulator);
  auto* state = new Runtime{.profile = profile,
                            .backend = make_emulator(emulator),
                            .modules = {},
                            .device_count = visible_devices(),
                            .seed = emulator.machine.seed,
                            .tests = settings.tests,
                            .schedules_are_given = emulator.schedules_are_given(),
                            .launch_blocking = is_set("CUDA_LAUNCH_BLOCKING")};
  pthread_atfork(nullptr, nullptr, [] { runtime().lost_by_fork = runtime().in_use.load(); });
  std::atexit([] {
    runtime().unloading = true;
    if (!runtime().lost_by_fork) runtime().backend->shut_down();
  });
  return state;
} catch (const std::exception& error) {
  fmt::print(stderr, "simt: error: {}\n", error.what());
  std::_Exit(kBadSettingsStatus);
}

}  // namespace

Runtime& runtime() {
  // Never destroyed: threads and destructors of the program may call until the process is gone.
  static Runtime* const state = make_runtime();
  return *state;
}

cudaError_t remember(cudaError_t error) {
  // That something is not ready yet is an answer rather than an error.
  if (error != cudaSuccess && error != cudaErrorNotReady) thread_error = error;
  return error;
}

cudaError_t last_error(bool clear) {
  return clear ? std::exchange(thread_error, cudaSuccess) : thread_error;
}

cudaError_t unsupported(std::string_view feature) {
  fmt::print(stderr, "simt: error: {} is not supported\n", feature);
  return cudaErrorNotSupported;
}

InsideHostFunction::InsideHostFunction()
    : error_of_thread_(std::exchange(thread_error, cudaSuccess)) {
  ++host_function_depth;
}

InsideHostFunction::~InsideHostFunction() {
  --host_function_depth;
  thread_error = error_of_thread_;
}

cudaError_t obstacle(const Runtime& runtime) {
  if (runtime.lost_by_fork) return cudaErrorInitializationError;
  if (runtime.unloading) return cudaErrorCudartUnloading;
  if (host_function_depth != 0) return cudaErrorNotPermitted;
  if (runtime.device_count == 0) return cudaErrorNoDevice;
  return runtime.backend->error();
}

}  // namespace simt
