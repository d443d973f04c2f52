// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/explored_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "tools/simt/commands.h"
#include "tools/simt/program.h"
#include "tools/simt/run_comparison.h"

namespace simt {
namespace {

volatile std::sig_atomic_t signal_seen = 0;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// A file that has no name and that the program inherits: options may be longer than a variable.
int file_of(const std::string& text) {
  const int file = memfd_create("simt options", 0);
  if (file < 0) fail("memfd_create");
  if (write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) fail("write");
  return file;
}

}  // namespace

void become_explored(const std::vector<std::string>& words, int options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setenv("SIMT_EXPLORE", fmt::format("/proc/self/fd/{}", options).c_str(), 1);
  try {
    execute(words);
  } catch (const CLI::RuntimeError& error) {
    _exit(error.get_exit_code());
  }
}

namespace {

/// The process of the program. It does not live on where this object does not.
class Process {
 public:
  explicit Process(pid_t process) : process_(process) {}
  ~Process() {
    if (process_ > 0) end();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// How it ended, as waitpid() says.
  int wait() {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR)
      if (signal_seen != 0) kill(process_, SIGKILL);
    process_ = 0;
    return status;
  }
  void end() {
    kill(process_, SIGKILL);
    wait();
  }

 private:
  pid_t process_;
};

/// Closes a file in the end.
class OpenFile {
 public:
  explicit OpenFile(int file) : file_(file) {}
  ~OpenFile() { close(); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int get() const { return file_; }
  void close() {
    if (file_ >= 0) ::close(file_);
    file_ = -1;
  }

 private:
  int file_;
};

/// Reads reports until the program and all that it started have closed the pipe; after a signal,
/// what is in the pipe already.
void receive_all(int pipe, const std::function<void(const LaunchPart& part)>& receive) {
  std::string lines;
  std::array<char, 65536> buffer;
  while (true) {
    if (signal_seen != 0) fcntl(pipe, F_SETFL, O_NONBLOCK);
    const ssize_t got = read(pipe, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    lines.append(buffer.data(), static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end; (end = lines.find('\n', begin)) != std::string::npos; begin = end + 1)
      receive(launch_part_from_json(std::string_view(lines).substr(begin, end - begin)));
    lines.erase(0, begin);
  }
}

}  // namespace

void end_at_signals() {
  struct sigaction action{};
  action.sa_handler = [](int number) {
    if (signal_seen == 0) signal_seen = number;
  };
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
}

int interruption() { return signal_seen; }

std::string run_explored(const std::vector<std::string>& words, ExploreOptions options,
                         const std::function<void(const LaunchPart& part)>& receive) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) fail("pipe");
  OpenFile reports(ends[0]);
  OpenFile reports_of_program(ends[1]);
  options.report_file = ends[1];
  OpenFile options_file(file_of(to_json(options)));
  const pid_t number = fork();
  if (number < 0) fail("fork");
  if (number == 0) {
    reports.close();
    become_explored(words, options_file.get());
  }
  Process program(number);
  reports_of_program.close();
  options_file.close();
  bool any = false;
  receive_all(reports.get(), [&](const LaunchPart& part) {
    any = true;
    receive(part);
  });
  if (signal_seen != 0) {
    program.end();
    return {};
  }
  const int status = program.wait();
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFoundStatus && !any)
    throw CLI::RuntimeError(kUsageStatus);
  return signal_seen != 0 ? std::string() : end_of(status);
}

}  // namespace simt
