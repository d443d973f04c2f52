// SPDX-License-Identifier: Apache-2.0
/// What the runtime needs of a device: memory, modules, ordered work, waiting, errors. The runtime
/// validates what a program asks for; a backend does it. One backend serves a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "driver_types.h"
#include "simt/abi/kernel_abi.h"
#include "simt/explore/launch_report.h"
#include "simt/explore/options.h"
#include "simt/grid/launch.h"
#include "simt/memory/memory_map.h"

namespace simt {

/// Bytes of a row, rows of a slice, slices.
struct Box {
  std::size_t width = 0;
  std::size_t height = 1;
  std::size_t depth = 1;
};

/// Bytes from a row to the next and from a slice to the next.
struct Pitch {
  std::size_t row = 0;
  std::size_t slice = 0;
};

/// Copies a box of bytes between any two places that the host or the device can access.
struct Copy {
  void* destination = nullptr;
  Pitch destination_pitch;
  const void* source = nullptr;
  Pitch source_pitch;
  Box box;
  /// Holds the source where the program may already use its own buffer for something else.
  std::vector<std::byte> staged;
};

struct Fill {
  void* destination = nullptr;
  Pitch pitch;
  Box box;
  unsigned char value = 0;
};

struct KernelLaunch {
  const simt_kernel_record* kernel = nullptr;
  Extent3 grid;
  Extent3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
  /// kernel->parameter_bytes bytes, laid out as kernel->parameters says.
  std::vector<std::byte> parameters;
};

/// A function of the program that takes its turn in a stream.
struct HostCall {
  /// Is told the error that the device is in, if any.
  std::function<void(cudaError_t)> function;
  /// Whether it is called in spite of an error.
  bool despite_errors = false;
};

/// The end of an allocation, in stream order.
struct Release {
  void* address = nullptr;
};

using Command = std::variant<Copy, Fill, KernelLaunch, HostCall, Release>;

/// A queue of commands. The last reference that goes destroys it; commands still in it are run.
class Stream {
 public:
  virtual ~Stream() = default;
};

/// A point in a stream that others can wait for.
class Event {
 public:
  virtual ~Event() = default;
};

struct StreamOptions {
  /// Waits for the legacy default stream, and is waited for by it.
  bool blocking = true;
  /// Lower numbers first, where the device has a choice.
  int priority = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;

  // Memory. Allocations are 256-byte aligned and hold whatever they happen to hold.

  /// Null where memory of that kind (device, managed, pinned) is exhausted. `bytes` is not 0;
  /// `site` is the code address of the program's call.
  virtual void* allocate(MemoryKind kind, std::size_t bytes, const void* site) = 0;
  /// False where no live allocation of that kind starts there, or a module's variable does.
  virtual bool release(MemoryKind kind, void* address) = 0;
  /// Makes host memory accessible to the device. False where part of it is already.
  virtual bool register_host(void* address, std::size_t bytes) = 0;
  /// False where no registration starts there.
  virtual bool unregister_host(void* address) = 0;
  /// The live allocation or registration that holds `address`.
  virtual MemoryPlace find(const void* address) const = 0;
  virtual std::size_t device_bytes_in_use() const = 0;

  // Modules.

  /// Places the image's variables and fills their cells. cudaErrorInvalidKernelImage, with a
  /// message on stderr, for an image that this version cannot run.
  virtual cudaError_t load(const simt_image_record& image) = 0;
  virtual void unload(const simt_image_record& image) = 0;
  virtual bool has_module(std::string_view module_id) const = 0;
  /// Null where the module has no such kernel.
  virtual const simt_kernel_record* find_kernel(std::string_view module_id,
                                                std::string_view name) const = 0;
  /// Null where the module has no such variable; its address is in the record's cell.
  virtual const simt_variable_record* find_variable(std::string_view module_id,
                                                    std::string_view name) const = 0;
  /// Static shared memory of the kernel's blocks, bytes, with that of functions of other modules
  /// that it may call.
  virtual std::uint32_t static_shared_bytes(const simt_kernel_record& kernel) const = 0;
  /// Bytes of the module's __constant__ variables.
  virtual std::size_t constant_bytes(std::string_view module_id) const = 0;

  // Ordered work. CUDA Programming Guide, "Asynchronous Concurrent Execution".

  virtual std::shared_ptr<Stream> legacy_stream() = 0;
  virtual std::shared_ptr<Stream> create_stream(const StreamOptions& options) = 0;
  virtual std::shared_ptr<Event> create_event() = 0;

  /// Appends to the stream; returns before, while or after the command runs.
  virtual void submit(Stream& stream, Command command) = 0;
  /// The event now stands for everything in the stream so far.
  virtual void record(Event& event, Stream& stream) = 0;
  /// What is submitted to the stream from now on waits for what the event stands for now.
  virtual void wait_for(Stream& stream, Event& event) = 0;

  /// Each returns once everything meant is done: all work, a stream's, what an event stands for.
  virtual void synchronize() = 0;
  virtual void synchronize(Stream& stream) = 0;
  virtual void synchronize(Event& event) = 0;

  /// Whether everything in it is done. Polling makes progress.
  virtual bool finished(Stream& stream) = 0;
  virtual bool finished(Event& event) = 0;
  virtual bool recorded(const Event& event) const = 0;
  /// Milliseconds between two finished events.
  virtual float elapsed(const Event& start, const Event& end) const = 0;

  // Exploring.

  /// Calls `body` and finishes all work, with every launch meanwhile explored as the options say;
  /// what launches leave in memory is what their canonical schedules leave. Reports on them, in
  /// their order. Empty where something else decides on schedules already; the work is done all the
  /// same. One call at a time: throws std::logic_error where `body` calls it again.
  virtual std::vector<LaunchReport> explore(const ExploreOptions& options,
                                            const std::function<void()>& body) = 0;

  // State.

  /// cudaSuccess, or the error that a kernel left the device in until it is reset.
  virtual cudaError_t error() const = 0;
  /// Stack bytes of a kernel's thread, bytes of the printf buffer or of the device heap. False
  /// where it is too late to change it.
  virtual bool set_limit(cudaLimit limit, std::size_t value) = 0;
  /// Finishes all work, then frees all memory, gives variables their initial values where they are
  /// and clears the error. Streams and events made before must not be used again.
  virtual void reset() = 0;
  /// For the end of the process: work that has not started is dropped.
  virtual void shut_down() = 0;
};

}  // namespace simt
