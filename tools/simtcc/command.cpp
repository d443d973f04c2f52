// SPDX-License-Identifier: Apache-2.0
/// Runs tools. An interrupt is passed on to the tools that run, so that simtcc unwinds and leaves
/// nothing behind.
#include "tools/simtcc/command.h"

#include <llvm/Support/Program.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/raw_ostream.h>
#include <signal.h>

#include <array>
#include <atomic>
#include <mutex>
#include <optional>

#include "tools/simtcc/failure.h"
#include "tools/simtcc/workspace.h"

extern char** environ;

namespace simt::cc {
namespace {

std::array<std::atomic<pid_t>, 64> running_tools;
std::atomic<bool> interrupted;

void pass_on_interrupt() {
  interrupted = true;
  for (const std::atomic<pid_t>& tool : running_tools) {
    if (const pid_t id = tool; id != 0) kill(id, SIGTERM);
  }
}

/// Makes a tool known to pass_on_interrupt while it runs.
class RunningTool {
 public:
  explicit RunningTool(pid_t id) {
    for (std::atomic<pid_t>& slot : running_tools) {
      pid_t empty = 0;
      if (slot.compare_exchange_strong(empty, id)) {
        slot_ = &slot;
        break;
      }
    }
    if (interrupted) kill(id, SIGTERM);
  }
  ~RunningTool() {
    if (slot_ != nullptr) *slot_ = 0;
  }
  RunningTool(const RunningTool&) = delete;
  RunningTool& operator=(const RunningTool&) = delete;

 private:
  std::atomic<pid_t>* slot_ = nullptr;
};

std::string quoted(const std::string& argument) {
  constexpr auto plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./+,:@%";
  if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) return argument;
  std::string text = "'";
  for (char character : argument) {
    if (character == '\'') {
      text += "'\\''";
    } else {
      text += character;
    }
  }
  return text + "'";
}

void show(const Command& command) {
  static std::mutex mutex;
  std::string line = "#$";
  for (const std::string& variable : command.environment) line += " " + quoted(variable);
  line += " " + quoted(command.program);
  for (const std::string& argument : command.arguments) line += " " + quoted(argument);
  const std::lock_guard lock(mutex);
  llvm::errs() << line << '\n';
}

std::optional<llvm::StringRef> redirect(const std::string& path) {
  if (path.empty()) return std::nullopt;
  return path;
}

std::vector<llvm::StringRef> environment_with(const std::vector<std::string>& variables) {
  std::vector<llvm::StringRef> environment(variables.begin(), variables.end());
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const llvm::StringRef variable = *entry;
    if (!variable.starts_with("SIMT_PASS_")) environment.push_back(variable);
  }
  return environment;
}

}  // namespace

CommandRunner::CommandRunner(bool verbose, bool dryrun) : verbose_(verbose), dryrun_(dryrun) {
  llvm::sys::SetInterruptFunction(pass_on_interrupt);
}

int CommandRunner::run(const Command& command) const {
  if (verbose_ || dryrun_) show(command);
  if (dryrun_) return 0;
  if (interrupted) throw Failure(ExitStatus::kInterrupted, "");
  const auto program = llvm::sys::findProgramByName(command.program);
  if (!program) fail(ExitStatus::kToolchain, "no such program: '{}'", command.program);
  std::vector<llvm::StringRef> arguments = {command.program};
  arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
  const std::vector<llvm::StringRef> environment = environment_with(command.environment);
  const std::optional<llvm::StringRef> redirects[] = {
      std::nullopt, redirect(command.standard_output), redirect(command.standard_error)};
  // Redirection keeps what a file held before.
  for (const std::string& file : {command.standard_output, command.standard_error}) {
    if (!file.empty()) write_file(file, "");
  }
  std::string message;
  bool failed = false;
  const llvm::sys::ProcessInfo process = llvm::sys::ExecuteNoWait(
      *program, arguments, llvm::ArrayRef(environment), redirects, 0, &message, &failed);
  if (failed || process.Pid == 0) {
    fail(ExitStatus::kToolchain, "cannot run '{}': {}", command.program, message);
  }
  const RunningTool running(process.Pid);
  const llvm::sys::ProcessInfo result = llvm::sys::Wait(process, std::nullopt, &message);
  if (interrupted) throw Failure(ExitStatus::kInterrupted, "");
  if (result.ReturnCode == -1) {
    fail(ExitStatus::kToolchain, "cannot run '{}': {}", command.program, message);
  }
  if (result.ReturnCode < 0) {
    fail(ExitStatus::kCrash, "'{}' crashed: {}", command.program, message);
  }
  return result.ReturnCode;
}

}  // namespace simt::cc
