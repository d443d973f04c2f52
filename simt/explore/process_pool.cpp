// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/process_pool.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "simt/grid/fault.h"

namespace simt {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    // The parent has gone, and nobody wants to know.
    if (written < 0) _exit(1);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

struct Child {
  pid_t process = -1;
  int pipe = -1;
  std::string partial_line;
};

Child start(unsigned number, const ProcessPool::Work& work) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) fail("pipe");
  const pid_t process = fork();
  if (process < 0) fail("fork");
  if (process == 0) {
    close(ends[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    adopt_after_fork();
    work(number, [&](std::string_view line) {
      std::string text(line);
      write_all(ends[1], text += '\n');
    });
    // Buffers of the program are the parent's to flush, and its exit handlers the parent's to run.
    _exit(0);
  }
  close(ends[1]);
  return {process, ends[0], {}};
}

/// Reads what there is. False at the end.
bool receive_some(Child& child, unsigned number, const ProcessPool::Receive& receive,
                  bool& wanted) {
  std::array<char, 65536> buffer;
  const ssize_t got = read(child.pipe, buffer.data(), buffer.size());
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  child.partial_line.append(buffer.data(), static_cast<std::size_t>(got));
  std::size_t begin = 0;
  for (std::size_t end; (end = child.partial_line.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    wanted =
        wanted && receive(number, std::string_view(child.partial_line).substr(begin, end - begin));
  child.partial_line.erase(0, begin);
  return true;
}

/// The signal that killed it; 0 where it ended by itself.
int reap(Child& child) {
  close(child.pipe);
  child.pipe = -1;
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

void ProcessPool::run(unsigned count, const Work& work, const Receive& receive, const Died& died) {
  std::vector<Child> children;
  for (unsigned i = 0; i < count; ++i) children.push_back(start(i, work));
  bool wanted = true;
  while (true) {
    std::vector<pollfd> pipes;
    std::vector<unsigned> numbers;
    for (unsigned i = 0; i < children.size(); ++i) {
      if (children[i].pipe < 0) continue;
      pipes.push_back({.fd = children[i].pipe, .events = POLLIN, .revents = 0});
      numbers.push_back(i);
    }
    if (pipes.empty()) return;
    if (poll(pipes.data(), pipes.size(), -1) < 0 && errno != EINTR) fail("poll");
    for (std::size_t i = 0; i < pipes.size(); ++i) {
      if (pipes[i].revents == 0) continue;
      Child& child = children[numbers[i]];
      if (receive_some(child, numbers[i], receive, wanted)) {
        if (!wanted) kill(child.process, SIGKILL);
        continue;
      }
      const int signal = reap(child);
      if (signal != 0 && wanted && died(numbers[i], signal)) child = start(numbers[i], work);
    }
    if (!wanted)
      for (const Child& child : children)
        if (child.pipe >= 0) kill(child.process, SIGKILL);
  }
}

}  // namespace simt
