// SPDX-License-Identifier: Apache-2.0
/// Findings as text: see simt/report/text.h.
#include "simt/report/text.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <system_error>

namespace simt {
namespace {

/// A block has up to 1024 threads; a reader needs a few of them.
constexpr std::size_t kPlacesShown = 8;

/// The name as written in the source, where `name` is a mangled one.
std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? plain.get() : name;
}

std::string position(const SourceLocation& where) {
  const std::string file = file_name(where.file);
  if (where.line == 0) return file;
  if (where.column == 0) return fmt::format("{}:{}", file, where.line);
  return fmt::format("{}:{}:{}", file, where.line, where.column);
}

std::string index(const Index3& at) { return fmt::format("({},{},{})", at.x, at.y, at.z); }

std::string headline(const Finding& finding) {
  const auto located = std::ranges::find_if(
      finding.places, [](const ThreadPlace& place) { return !place.where.file.empty(); });
  return fmt::format("{}: error: {}: {}\n",
                     located == finding.places.end() ? "simt" : position(located->where),
                     title(finding.kind), finding.cause);
}

std::string described(const ThreadPlace& place) {
  std::string line = fmt::format("  block {}, thread {}", index(place.block), index(place.thread));
  if (!place.doing.empty()) line += " " + place.doing;
  if (!place.where.file.empty()) line += " at " + position(place.where);
  if (!place.where.function.empty()) line += " in " + demangled(place.where.function);
  return line + "\n";
}

}  // namespace

std::string file_name(const std::string& file) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string() + "/";
  return !error && file.starts_with(here) ? file.substr(here.size()) : file;
}

const char* title(FindingKind kind) {
  switch (kind) {
    case FindingKind::kIllegalAddress:
      return "illegal address";
    case FindingKind::kMisalignedAddress:
      return "misaligned address";
    case FindingKind::kStackOverflow:
      return "stack overflow";
    case FindingKind::kIntegerDivision:
      return "integer division";
    case FindingKind::kIllegalInstruction:
      return "illegal instruction";
    case FindingKind::kAssert:
      return "assertion failed";
    case FindingKind::kTrap:
      return "trap";
    case FindingKind::kBarrierDivergence:
      return "barrier divergence";
    case FindingKind::kCollectiveMisuse:
      return "misused collective";
    case FindingKind::kDeadlock:
      return "deadlock";
    case FindingKind::kResidencyDeadlock:
      return "residency deadlock";
    case FindingKind::kLivelock:
      return "livelock";
    case FindingKind::kTimeout:
      return "timeout";
    case FindingKind::kUnsupported:
      return "unsupported";
  }
  return "finding";
}

std::string to_text(const ThreadPlace& place) {
  std::string text = fmt::format("thread {} of block {}", index(place.thread), index(place.block));
  if (!place.where.file.empty()) text += " at " + position(place.where);
  return text;
}

std::string account_of(const Finding& finding) {
  std::string text = headline(finding);
  if (!finding.kernel.empty()) text += fmt::format("  kernel {}\n", demangled(finding.kernel));
  const std::size_t shown = std::min(finding.places.size(), kPlacesShown);
  for (std::size_t i = 0; i < shown; ++i) text += described(finding.places[i]);
  if (const std::size_t more = finding.places.size() - shown; more != 0)
    text += fmt::format("  and {} more thread{}\n", more, more == 1 ? "" : "s");
  return text;
}

std::string to_text(const Finding& finding) {
  return account_of(finding) + fmt::format("  seed {0}: rerun with SIMT_SEED={0}\n", finding.seed);
}

}  // namespace simt
