// SPDX-License-Identifier: Apache-2.0
/// The emulator backend: see backends/emulator/emulator.h.
#include "backends/emulator/emulator.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "backends/emulator/module_table.h"
#include "backends/emulator/stream_engine.h"
#include "simt/explore/campaign_tally.h"
#include "simt/explore/launch_explorer.h"
#include "simt/explore/replayer.h"
#include "simt/explore/report_stream.h"
#include "simt/explore/shrinker.h"
#include "simt/grid/machine.h"
#include "simt/report/text.h"

namespace simt {
namespace {

/// Host frames per device frame, generously.
constexpr std::size_t kHostStackFactor = 4;

std::uint64_t number(const void* address) { return reinterpret_cast<std::uint64_t>(address); }

/// The error that hardware gives for what happened.
cudaError_t error_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::kIllegalAddress:
    case FindingKind::kStackOverflow:
      return cudaErrorIllegalAddress;
    case FindingKind::kMisalignedAddress:
      return cudaErrorMisalignedAddress;
    case FindingKind::kAssert:
      return cudaErrorAssert;
    case FindingKind::kIllegalInstruction:
      return cudaErrorIllegalInstruction;
    case FindingKind::kTimeout:
    case FindingKind::kDeadlock:
    case FindingKind::kLivelock:
    case FindingKind::kResidencyDeadlock:
      return cudaErrorLaunchTimeout;
    case FindingKind::kIntegerDivision:
    case FindingKind::kTrap:
    case FindingKind::kBarrierDivergence:
    case FindingKind::kCollectiveMisuse:
    case FindingKind::kUnsupported:
      return cudaErrorLaunchFailure;
  }
  return cudaErrorLaunchFailure;
}

template <class Byte>
Byte* row_of(Byte* start, const Pitch& pitch, std::size_t row, std::size_t slice) {
  return start + slice * pitch.slice + row * pitch.row;
}

void copy(const Copy& copy) {
  auto* const to = static_cast<std::byte*>(copy.destination);
  const auto* const from =
      copy.staged.empty() ? static_cast<const std::byte*>(copy.source) : copy.staged.data();
  for (std::size_t z = 0; z < copy.box.depth; ++z)
    for (std::size_t y = 0; y < copy.box.height; ++y)
      std::memmove(row_of(to, copy.destination_pitch, y, z), row_of(from, copy.source_pitch, y, z),
                   copy.box.width);
}

void fill(const Fill& fill) {
  auto* const to = static_cast<std::byte*>(fill.destination);
  for (std::size_t z = 0; z < fill.box.depth; ++z)
    for (std::size_t y = 0; y < fill.box.height; ++y)
      std::memset(row_of(to, fill.pitch, y, z), fill.value, fill.box.width);
}

/// Runs launches for their results.
class Throughput final : public LaunchRunner {
 public:
  explicit Throughput(Machine& machine) : machine_(machine) {}
  LaunchOutcome run(const Launch& launch) override { return machine_.run(launch); }

 private:
  Machine& machine_;
};

std::unique_ptr<LaunchRunner> make_runner(const EmulatorSettings& settings, Machine& machine,
                                          const MemoryMap& memory) {
  if (settings.explore)
    return std::make_unique<LaunchExplorer>(
        machine, memory, *settings.explore,
        std::make_unique<ReportStream>(settings.explore->report_file));
  if (settings.replay) return std::make_unique<Replayer>(machine, memory, *settings.replay);
  if (settings.shrink) return std::make_unique<Shrinker>(machine, memory, *settings.shrink);
  if (settings.program) return std::make_unique<ProgramRunner>(machine, *settings.program);
  return std::make_unique<Throughput>(machine);
}

StreamOrder stream_order_of(const EmulatorSettings& settings) {
  if (settings.program) return settings.program->token.streams;
  return settings.schedules_are_given() ? StreamOrder::kRandom : StreamOrder::kConcurrent;
}

std::uint64_t stream_seed_of(const EmulatorSettings& settings) {
  return settings.program ? settings.program->token.schedule.seed : settings.machine.seed;
}

std::uint64_t fill_of(const EmulatorSettings& settings) {
  return settings.program ? settings.program->token.schedule.fill : settings.machine.seed;
}

/// Keeps what is found for the program itself.
class TallySink final : public ReportSink {
 public:
  explicit TallySink(CampaignTally& tally) : tally_(tally) {}
  void add(const LaunchPart& part) override { tally_.add(part); }

 private:
  CampaignTally& tally_;
};

class Emulator final : public Backend {
 public:
  explicit Emulator(const EmulatorSettings& settings)
      : stack_bytes_(settings.machine.stack_bytes),
        schedules_are_given_(settings.schedules_are_given()),
        stream_order_(stream_order_of(settings)),
        memory_(settings.global_memory_bytes, fill_of(settings)),
        modules_(memory_, settings.constant_bytes,
                 settings.checked_image || settings.schedules_are_given()),
        machine_(settings.machine),
        runner_(make_runner(settings, machine_, memory_)),
        streams_(stream_seed_of(settings), stream_order_,
                 [this](Command& command) { execute(command); }) {
    machine_.set_address_describer(
        [this](std::uintptr_t address) { return memory_.describe(address); });
    machine_.set_constant_memory(
        [this](std::uintptr_t address) { return modules_.is_constant(address); });
    machine_.heap().set_source([this](std::size_t bytes) -> void* {
      return allocate(MemoryKind::kDevice, bytes, nullptr);
    });
  }

  void* allocate(MemoryKind kind, std::size_t bytes, const void* site) override {
    const auto address = heap(kind).allocate(bytes, site);
    return address ? reinterpret_cast<void*>(*address) : nullptr;
  }
  bool release(MemoryKind kind, void* address) override {
    return !modules_.has_variable_at(address) && heap(kind).release(number(address));
  }
  bool register_host(void* address, std::size_t bytes) override {
    return memory_.register_host(number(address), bytes);
  }
  bool unregister_host(void* address) override { return memory_.unregister_host(number(address)); }
  MemoryPlace find(const void* address) const override { return memory_.find(number(address)); }
  std::size_t device_bytes_in_use() const override { return memory_.device().bytes_in_use(); }

  cudaError_t load(const simt_image_record& image) override { return modules_.load(image); }
  void unload(const simt_image_record& image) override { modules_.unload(image); }
  bool has_module(std::string_view module_id) const override {
    return modules_.has_module(module_id);
  }
  const simt_kernel_record* find_kernel(std::string_view module_id,
                                        std::string_view name) const override {
    return modules_.find_kernel(module_id, name);
  }
  const simt_variable_record* find_variable(std::string_view module_id,
                                            std::string_view name) const override {
    return modules_.find_variable(module_id, name);
  }
  std::uint32_t static_shared_bytes(const simt_kernel_record& kernel) const override {
    return modules_.static_shared(kernel).bytes;
  }
  std::size_t constant_bytes(std::string_view module_id) const override {
    return modules_.constant_bytes(module_id);
  }

  std::shared_ptr<Stream> legacy_stream() override { return streams_.legacy_stream(); }
  std::shared_ptr<Stream> create_stream(const StreamOptions& options) override {
    return streams_.create_stream(options);
  }
  std::shared_ptr<Event> create_event() override { return streams_.create_event(); }

  void submit(Stream& stream, Command command) override {
    if (auto* launch = std::get_if<KernelLaunch>(&command)) guard_arguments(*launch);
    streams_.submit(stream, std::move(command));
  }
  void record(Event& event, Stream& stream) override { streams_.record(event, stream); }
  void wait_for(Stream& stream, Event& event) override { streams_.wait_for(stream, event); }

  void synchronize() override {
    streams_.synchronize();
    deliver_output();
  }
  void synchronize(Stream& stream) override {
    streams_.synchronize(stream);
    deliver_output();
  }
  void synchronize(Event& event) override {
    streams_.synchronize(event);
    deliver_output();
  }
  bool finished(Stream& stream) override { return streams_.finished(stream); }
  bool finished(Event& event) override { return streams_.finished(event); }
  bool recorded(const Event& event) const override { return streams_.recorded(event); }
  float elapsed(const Event& start, const Event& end) const override {
    return streams_.elapsed(start, end);
  }

  std::vector<LaunchReport> explore(const ExploreOptions& options,
                                    const std::function<void()>& body) override {
    CampaignTally tally;
    const Exploring exploring(*this, options, tally);
    body();
    synchronize();
    return tally.launches(options);
  }

  cudaError_t error() const override { return error_.load(std::memory_order_acquire); }

  bool set_limit(cudaLimit limit, std::size_t value) override {
    if (limit == cudaLimitMallocHeapSize) return machine_.heap().set_limit(value);
    if (limit == cudaLimitPrintfFifoSize) machine_.printf_buffer().set_limit(value);
    if (limit == cudaLimitStackSize) set_stack(value);
    return true;
  }

  void reset() override {
    synchronize();
    memory_.reset(modules_.variable_addresses());
    machine_.heap().reset();
    modules_.reinitialise();
    error_.store(cudaSuccess, std::memory_order_release);
  }

  void shut_down() override {
    streams_.shut_down();
    runner_->end();
  }

 private:
  /// While one lives, launches are explored, in an order on which the seed alone decides; unless
  /// the settings of the process say what is done with launches.
  class Exploring {
   public:
    Exploring(Emulator& emulator, const ExploreOptions& options, CampaignTally& tally)
        : emulator_(emulator) {
      emulator_.synchronize();
      const std::lock_guard lock(emulator_.runner_mutex_);
      if (emulator_.explorer_ != nullptr)
        throw std::logic_error("launches are being explored already");
      if (emulator_.schedules_are_given_) return;
      emulator_.streams_.set_order(StreamOrder::kRandom);
      emulator_.explorer_ = std::make_unique<LaunchExplorer>(
          emulator_.machine_, emulator_.memory_, options, std::make_unique<TallySink>(tally));
    }
    ~Exploring() {
      emulator_.synchronize();
      const std::lock_guard lock(emulator_.runner_mutex_);
      emulator_.explorer_.reset();
      emulator_.streams_.set_order(emulator_.stream_order_);
    }
    Exploring(const Exploring&) = delete;
    Exploring& operator=(const Exploring&) = delete;

   private:
    Emulator& emulator_;
  };

  Heap& heap(MemoryKind kind) {
    switch (kind) {
      case MemoryKind::kManaged:
        return memory_.managed();
      case MemoryKind::kPinned:
        return memory_.pinned();
      default:
        return memory_.device();
    }
  }

  /// A device's stack holds less than the host's for the same source: the setting is what any
  /// kernel gets, and one that asked for much gets more.
  void set_stack(std::size_t device_bytes) {
    MachineSettings settings = machine_.settings();
    settings.stack_bytes = std::max(stack_bytes_, kHostStackFactor * device_bytes);
    machine_.change_settings(settings);
  }

  /// Gives the kernel inaccessible addresses in place of host pointers.
  void guard_arguments(KernelLaunch& launch) {
    for (std::uint32_t i = 0; i < launch.kernel->parameter_count; ++i) {
      const simt_parameter_record& parameter = launch.kernel->parameters[i];
      if (parameter.kind != SIMT_PARAMETER_POINTER) continue;
      std::byte* const place = launch.parameters.data() + parameter.offset;
      std::uint64_t address = 0;
      std::memcpy(&address, place, sizeof address);
      if (memory_.valid_in_kernels(address)) continue;
      address = memory_.argument_guard().replace(address, i);
      std::memcpy(place, &address, sizeof address);
    }
  }

  void execute(Command& command) {
    const cudaError_t before = error();
    if (auto* call = std::get_if<HostCall>(&command)) {
      if (before == cudaSuccess || call->despite_errors) call->function(before);
    } else if (before != cudaSuccess) {
      return;  // as hardware does nothing more once a kernel has failed
    } else if (const auto* launch = std::get_if<KernelLaunch>(&command)) {
      run(*launch);
    } else if (const auto* transfer = std::get_if<Copy>(&command)) {
      copy(*transfer);
    } else if (const auto* pattern = std::get_if<Fill>(&command)) {
      fill(*pattern);
    } else if (const auto* release = std::get_if<Release>(&command)) {
      memory_.device().release(number(release->address));
    }
  }

  void run(const KernelLaunch& launch) {
    std::unique_lock lock(runner_mutex_);
    const simt_kernel_record& kernel =
        explorer_ ? modules_.checked(*launch.kernel) : *launch.kernel;
    LaunchRunner& runner = explorer_ ? *explorer_ : *runner_;
    const StaticShared shared = modules_.static_shared(kernel);
    const LaunchOutcome outcome = runner.run({.kernel = &kernel,
                                              .grid = launch.grid,
                                              .block = launch.block,
                                              .static_shared_bytes = shared.bytes,
                                              .linked_shared_begin = shared.linked_begin,
                                              .dynamic_shared_bytes = launch.dynamic_shared_bytes,
                                              .cooperative = launch.cooperative,
                                              .parameters = launch.parameters.data(),
                                              .number = ++launches_});
    lock.unlock();
    if (!outcome) return;
    error_.store(error_of(outcome->kind), std::memory_order_release);
    deliver_output();
    std::fputs(to_text(*outcome).c_str(), stderr);
  }

  /// What kernels printed goes to the program's standard output when the host synchronises.
  void deliver_output() {
    const PrintfBuffer::Output output = machine_.printf_buffer().take();
    std::fwrite(output.text.data(), 1, output.text.size(), stdout);
    if (output.lost != 0)
      fmt::print(stderr,
                 "simt: warning: the printf buffer was full; the oldest {} calls are lost "
                 "(cudaLimitPrintfFifoSize)\n",
                 output.lost);
  }

  const std::size_t stack_bytes_;
  const bool schedules_are_given_;
  const StreamOrder stream_order_;
  MemoryMap memory_;
  ModuleTable modules_;
  Machine machine_;
  /// What is done with launches: `explorer_` is there while the program has them explored.
  std::unique_ptr<LaunchRunner> runner_;
  std::unique_ptr<LaunchExplorer> explorer_;
  /// While a launch is run.
  std::mutex runner_mutex_;
  std::atomic<cudaError_t> error_{cudaSuccess};
  std::atomic<std::uint64_t> launches_{0};
  StreamEngine streams_;
};

}  // namespace

std::unique_ptr<Backend> make_emulator(const EmulatorSettings& settings) {
  return std::make_unique<Emulator>(settings);
}

}  // namespace simt
