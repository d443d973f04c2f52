// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/machine.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "simt/grid/launch_run.h"
#include "simt/grid/worker.h"

namespace simt {

/// The OS threads that share a launch's blocks; the calling thread is one of them.
class WorkerThreads {
 public:
  explicit WorkerThreads(unsigned count)
      : count_(count),
        allowed_(tbb::global_control::max_allowed_parallelism, count),
        arena_(static_cast<int>(count)) {}

  unsigned count() const { return count_; }

  template <class Body>
  void run(unsigned workers, const Body& body) {
    if (workers == 1) {
      body();
      return;
    }
    arena_.execute([&] {
      tbb::parallel_for(0u, workers, [&](unsigned) { body(); }, tbb::simple_partitioner());
    });
  }

 private:
  unsigned count_;
  /// oneTBB otherwise grants one thread a core.
  tbb::global_control allowed_;
  tbb::task_arena arena_;
};

namespace {

Worker& worker_of_this_thread() {
  static thread_local Worker worker;
  return worker;
}

}  // namespace

Machine::Machine(const MachineSettings& settings) { change_settings(settings); }

Machine::~Machine() = default;

MachineSettings Machine::settings() const {
  const std::lock_guard lock(settings_mutex_);
  return settings_;
}

void Machine::change_settings(const MachineSettings& settings) {
  const std::lock_guard running(run_mutex_);
  const std::lock_guard lock(settings_mutex_);
  settings_ = settings;
  const unsigned wanted =
      settings.workers != 0 ? settings.workers : std::max(1u, std::thread::hardware_concurrency());
  if (!workers_ || workers_->count() != wanted) workers_ = std::make_unique<WorkerThreads>(wanted);
}

void Machine::set_address_describer(AddressDescriber describer) {
  describer_ = std::move(describer);
}

std::string Machine::describe_address(std::uintptr_t address) const {
  return describer_ ? describer_(address) : "which is not mapped";
}

LaunchOutcome Machine::run(const Launch& launch) {
  const std::lock_guard lock(run_mutex_);
  const auto workers = static_cast<unsigned>(
      std::min<std::uint64_t>(workers_->count(), std::max<std::uint64_t>(1, launch.grid.count())));
  LaunchRun run(launch, settings_, workers);
  workers_->run(workers, [&] { worker_of_this_thread().run(run, *this); });
  return run.take_outcome();
}

ScheduledRun Machine::run(const Launch& launch, const ScheduleSpec& schedule,
                          const RunOptions& options) {
  const std::lock_guard lock(run_mutex_);
  LaunchRun run(shaped(launch, schedule), settings_, 1);
  Worker& worker = worker_of_this_thread();
  Explorer explorer(run, schedule, options, worker.block_pool());
  worker.run(run, *this, explorer);
  return {run.take_outcome(), explorer.take_trace()};
}

}  // namespace simt
