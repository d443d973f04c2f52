// SPDX-License-Identifier: Apache-2.0
#include "simt/grid/fault.h"

#include <fmt/format.h>
#include <signal.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

#include "simt/grid/machine.h"

namespace simt {
namespace {

constexpr std::array kFatalSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
/// Sent by the watchdog to a worker whose kernel runs on and on.
constexpr int kWatchdogSignal = SIGURG;
constexpr std::size_t kSignalStackBytes = 64 * 1024;

std::array<struct sigaction, 65> previous_actions;

void land_current() { Worker::current().land(); }

void forward(int signal, siginfo_t* information, void* context) {
  const struct sigaction& previous = previous_actions[static_cast<std::size_t>(signal)];
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, information, context);
  } else if (previous.sa_handler == SIG_DFL) {
    if (signal == kWatchdogSignal) return;
    // The faulting instruction runs again and ends the process as it would have.
    ::signal(signal, SIG_DFL);
  } else if (previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
  }
}

/// What the kernel did when the signal struck. Intel SDM volume 3, "Page-Fault Exception", for the
/// bits of the error code.
Fault fault_of(int signal, const siginfo_t& information, const greg_t* registers) {
  constexpr greg_t kWrite = 2, kFetch = 16;
  Fault fault{.signal = signal,
              .code = information.si_code,
              .address = reinterpret_cast<std::uintptr_t>(information.si_addr),
              .instruction = reinterpret_cast<const void*>(registers[REG_RIP])};
  const auto before = [](const void* place) { return static_cast<const char*>(place) - 1; };
  if (signal == SIGSEGV && (registers[REG_ERR] & kFetch) != 0) {
    fault.access = "call";
    // The call has just pushed its return address.
    fault.instruction = before(*reinterpret_cast<const void* const*>(registers[REG_RSP]));
  } else if (signal == SIGSEGV) {
    fault.access = (registers[REG_ERR] & kWrite) != 0 ? "write" : "read";
  } else if (signal == SIGTRAP) {
    fault.instruction = before(fault.instruction);
  }
  return fault;
}

void on_signal(int signal, siginfo_t* information, void* context) {
  const bool asked = signal == kWatchdogSignal;
  if (Worker::active() == nullptr ||
      (asked ? !Worker::current().may_be_abandoned() : !Worker::current().in_kernel())) {
    forward(signal, information, context);
    return;
  }
  Worker& worker = Worker::current();
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  worker.fault = fault_of(signal, *information, registers);
  registers[REG_RIP] = reinterpret_cast<greg_t>(&land_current);
  registers[REG_RSP] = reinterpret_cast<greg_t>(worker.landing_stack_top());
}

void install_handlers() {
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  const auto install = [&](int signal) {
    sigaction(signal, &action, &previous_actions[static_cast<std::size_t>(signal)]);
  };
  std::for_each(kFatalSignals.begin(), kFatalSignals.end(), install);
  install(kWatchdogSignal);
}

/// The stack that this OS thread's signal handlers run on: a kernel may have none left.
class SignalStack {
 public:
  SignalStack() {
    stack_t current{};
    sigaltstack(nullptr, &current);
    if ((current.ss_flags & SS_DISABLE) == 0) return;
    memory_ = std::make_unique<std::byte[]>(kSignalStackBytes);
    const stack_t own{.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = kSignalStackBytes};
    sigaltstack(&own, nullptr);
  }
  ~SignalStack() {
    if (!memory_) return;
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> memory_;
};

/// Watches the workers of all launches for threads that run without end.
class Watchdog {
 public:
  static Watchdog& instance() { return *instance_; }
  /// After a fork there is neither a thread, nor can anybody tell whether the mutex was held.
  static void adopt_after_fork() { instance_ = new Watchdog; }

  void add(Worker& worker, double seconds) {
    const std::lock_guard lock(mutex_);
    watched_.push_back({&worker, seconds, worker.decisions.load(), Clock::now()});
    if (!running_) {
      running_ = true;
      std::thread([this] { watch(); }).detach();
    }
    changed_.notify_one();
  }

  void remove(Worker& worker) {
    const std::lock_guard lock(mutex_);
    std::erase_if(watched_, [&](const Watched& entry) { return entry.worker == &worker; });
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched {
    Worker* worker;
    double seconds;
    std::uint64_t decisions;
    Clock::time_point since;
  };

  void watch() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return !watched_.empty(); });
      changed_.wait_for(lock, std::chrono::milliseconds(100), [] { return false; });
      for (Watched& entry : watched_) look_at(entry);
    }
  }

  static void look_at(Watched& entry) {
    const std::uint64_t decisions = entry.worker->decisions.load(std::memory_order_relaxed);
    const auto now = Clock::now();
    if (decisions != entry.decisions) {
      entry.decisions = decisions;
      entry.since = now;
    } else if (std::chrono::duration<double>(now - entry.since).count() > entry.seconds) {
      pthread_kill(entry.worker->os_thread, kWatchdogSignal);
    }
  }

  /// Never destroyed: launches may run until the very end of the process.
  static Watchdog* instance_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Watched> watched_;
  bool running_ = false;
};

Watchdog* Watchdog::instance_ = new Watchdog;

std::string describe_address(std::uintptr_t address, const SharedArena& arena, Machine& machine) {
  const auto base = reinterpret_cast<std::uintptr_t>(arena.base());
  if (arena.bytes() != 0 && address >= base && address < base + arena.bytes() + 8192) {
    return fmt::format("{} bytes past the end of the block's {} bytes of shared memory",
                       address - base - arena.bytes(), arena.bytes());
  }
  if (address < 4096) return "a null pointer";
  return machine.describe_address(address);
}

}  // namespace

FaultGuard::FaultGuard(Worker& worker, double seconds) : worker_(worker) {
  static std::once_flag installed;
  std::call_once(installed, install_handlers);
  static thread_local const SignalStack signal_stack;
  worker_.os_thread = pthread_self();
  // Allocated now: the handler may not.
  worker_.landing_stack_top();
  if (seconds > 0) Watchdog::instance().add(worker_, seconds);
}

FaultGuard::~FaultGuard() { Watchdog::instance().remove(worker_); }

void adopt_after_fork() { Watchdog::adopt_after_fork(); }

Finding finding_of(const Fault& fault, const Stack& stack, const SharedArena& arena,
                   Machine& machine) {
  Finding finding;
  switch (fault.signal) {
    case SIGFPE:
      finding.kind = FindingKind::kIntegerDivision;
      finding.cause = "integer division by zero, or of the smallest integer by -1";
      break;
    case SIGILL:
      finding.kind = FindingKind::kIllegalInstruction;
      finding.cause = "the kernel reached code that the compiler took for unreachable";
      break;
    case SIGTRAP:
      finding.kind = FindingKind::kTrap;
      finding.cause = "a breakpoint instruction with no debugger attached";
      break;
    case kWatchdogSignal:
      finding.kind = FindingKind::kTimeout;
      finding.cause = "a thread runs on without end";
      break;
    default:
      if (stack.guards(fault.address)) {
        finding.kind = FindingKind::kStackOverflow;
        finding.cause = fmt::format("the thread's stack of {} bytes overflowed", stack.bytes);
      } else {
        finding.kind = FindingKind::kIllegalAddress;
        finding.cause = fault.code == SI_KERNEL
                            ? std::string("access through a pointer that holds no valid address")
                            : fmt::format("{} of address {:#x}, {}", fault.access, fault.address,
                                          describe_address(fault.address, arena, machine));
      }
  }
  return finding;
}

}  // namespace simt
