// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/captured_run.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "simt/explore/options.h"
#include "tools/simt/explored_program.h"

namespace simt {
namespace {

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

/// A file in memory, so that no program waits for somebody to read what it writes.
int memory_file(unsigned flags) { return checked(memfd_create("simt", flags), "memfd_create"); }

std::string contents_of(int file) {
  std::string contents;
  std::array<char, 65536> buffer;
  off_t at = 0;
  for (ssize_t got; (got = pread(file, buffer.data(), buffer.size(), at)) > 0; at += got)
    contents.append(buffer.data(), static_cast<std::size_t>(got));
  return contents;
}

/// From the last line that is whole.
std::optional<ProgramRunReport> report_in(std::string text) {
  const std::size_t end = text.rfind('\n');
  if (end == std::string::npos) return std::nullopt;
  text.resize(end);
  return program_run_report_from_json(text.substr(text.rfind('\n') + 1));
}

}  // namespace

CapturedRun::CapturedRun(const std::vector<std::string>& words, const Token& token)
    : output_(memory_file(MFD_CLOEXEC)),
      errors_(memory_file(MFD_CLOEXEC)),
      report_(memory_file(0)),
      began_(Clock::now()) {
  ExploreOptions options;
  options.program_run = to_text(token);
  options.report_file = report_;
  const int options_file = memory_file(0);
  const std::string text = to_json(options);
  checked(static_cast<int>(write(options_file, text.data(), text.size())), "write");
  process_ = checked(fork(), "fork");
  if (process_ == 0) {
    dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(output_, STDOUT_FILENO);
    dup2(errors_, STDERR_FILENO);
    become_explored(words, options_file);
  }
  close(options_file);
  end_file_ = checked(static_cast<int>(syscall(SYS_pidfd_open, process_, 0)), "pidfd_open");
}

CapturedRun::CapturedRun(CapturedRun&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      end_file_(std::exchange(other.end_file_, -1)),
      output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)),
      report_(std::exchange(other.report_, -1)),
      began_(other.began_) {}

CapturedRun::~CapturedRun() {
  if (process_ > 0) {
    kill();
    waitpid(process_, nullptr, 0);
  }
  for (const int file : {end_file_, output_, errors_, report_})
    if (file >= 0) close(file);
}

bool CapturedRun::wait(std::chrono::duration<double> limit) const {
  constexpr double kLongest = 24 * 3600;
  const Clock::time_point end = began_ + std::chrono::duration_cast<Clock::duration>(std::min(
                                             limit, std::chrono::duration<double>(kLongest)));
  while (true) {
    pollfd file{.fd = end_file_, .events = POLLIN, .revents = 0};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    if (poll(&file, 1, std::max(0, static_cast<int>(left.count()))) > 0) return true;
    if (Clock::now() >= end) return false;
  }
}

void CapturedRun::kill() { ::kill(process_, SIGKILL); }

RunResult CapturedRun::result() {
  RunResult result;
  while (waitpid(process_, &result.status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  result.output = contents_of(output_);
  result.errors = contents_of(errors_);
  result.report = report_in(contents_of(report_));
  result.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  return result;
}

}  // namespace simt
