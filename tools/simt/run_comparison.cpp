// SPDX-License-Identifier: Apache-2.0
#include "tools/simt/run_comparison.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <vector>

#include "simt/schedule/random.h"

namespace simt {
namespace {

/// Lines of kernels come in any order that the schedule gives.
std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::ranges::sort(lines);
  return lines;
}

/// The first line, in the order of `text`, that is in `lines`.
std::string first_of(const std::vector<std::string>& lines, const std::string& text) {
  std::string first;
  std::size_t place = std::string::npos;
  for (const std::string& line : lines)
    if (const std::size_t at = text.find(line); at < place) {
      place = at;
      first = line;
    }
  return first;
}

/// In words, how two texts differ; empty where they hold the same lines.
std::string line_difference(const char* name, const std::string& canonical,
                            const std::string& text) {
  const std::vector<std::string> expected = sorted_lines(canonical);
  const std::vector<std::string> found = sorted_lines(text);
  std::vector<std::string> missing;
  std::vector<std::string> added;
  std::ranges::set_difference(expected, found, std::back_inserter(missing));
  std::ranges::set_difference(found, expected, std::back_inserter(added));
  if (missing.empty() && added.empty()) return {};
  if (added.empty())
    return fmt::format("{} lacks the line '{}'", name, first_of(missing, canonical));
  if (missing.empty())
    return fmt::format("{} has the line '{}' besides", name, first_of(added, text));
  return fmt::format("{} has the line '{}' in place of '{}'", name, first_of(added, text),
                     first_of(missing, canonical));
}

std::string ending(int status) {
  const std::string end = end_of(status);
  return end.empty() ? "the program ended with status 0" : end;
}

}  // namespace

std::string end_of(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("the program was killed by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  if (WEXITSTATUS(status) != 0)
    return fmt::format("the program ended with status {}", WEXITSTATUS(status));
  return {};
}

std::optional<Failure> difference(const RunResult& canonical, const RunResult& run) {
  Failure failure;
  if (run.timed_out) {
    failure.kind = Failure::Kind::kEnd;
    failure.summary = fmt::format("the program had not ended after {:.0f} s", run.seconds);
    return failure;
  }
  std::vector<std::string> parts;
  if (run.status != canonical.status) parts.push_back(ending(run.status));
  for (const std::string& part : {line_difference("standard output", canonical.output, run.output),
                                  line_difference("standard error", canonical.errors, run.errors)})
    if (!part.empty()) parts.push_back(part);
  if (parts.empty()) return std::nullopt;
  failure.kind = run.status == canonical.status ? Failure::Kind::kOutput
                 : WIFSIGNALED(run.status)      ? Failure::Kind::kKilled
                                                : Failure::Kind::kEnd;
  failure.summary = fmt::format("{}", fmt::join(parts, "; "));
  return failure;
}

std::size_t state_of(const RunResult& run) {
  std::size_t state = mix(static_cast<unsigned>(run.status));
  for (const std::string* text : {&run.output, &run.errors})
    for (const std::string& line : sorted_lines(*text))
      state = mix(state ^ std::hash<std::string>()(line));
  return state;
}

}  // namespace simt
