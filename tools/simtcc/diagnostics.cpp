// SPDX-License-Identifier: Apache-2.0
/// Splits what Clang prints into diagnostics and joins those of several passes.
#include "tools/simtcc/diagnostics.h"

#include <regex>
#include <set>
#include <string_view>

namespace simt::cc {
namespace {

std::string without_colors(const std::string& text) {
  static const std::regex escape("\x1b\\[[0-9;]*[A-Za-z]");
  return std::regex_replace(text, escape, "");
}

bool is_count(const std::string& line) {
  static const std::regex count(
      "[0-9]+ (warning|error)s?( and [0-9]+ errors?)? generated( when compiling for .*)?\\.");
  return std::regex_match(line, count);
}

bool is_heading(const std::string& line) {
  return line.find(": error: ") != std::string::npos ||
         line.find(": fatal error: ") != std::string::npos ||
         line.find(": warning: ") != std::string::npos || line.starts_with("error: ") ||
         line.starts_with("warning: ");
}

bool is_prefix(const std::string& line) {
  return line.starts_with("In file included from ") || line.starts_with("                 from ");
}

/// A diagnostic with the include stack before it and the excerpt and notes after it.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> blocks;
  bool in_prefix = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string line = text.substr(begin, end - begin);
    const std::string plain = without_colors(line.substr(0, line.find('\n')));
    begin = end;
    if (is_count(plain)) continue;
    const bool starts = is_prefix(plain) ? !in_prefix : is_heading(plain) && !in_prefix;
    if (starts || blocks.empty()) blocks.emplace_back();
    in_prefix = is_prefix(plain);
    blocks.back() += line;
  }
  return blocks;
}

}  // namespace

std::string merge_diagnostics(const std::vector<std::string>& passes) {
  std::set<std::string> seen;
  std::string merged;
  for (const std::string& pass : passes) {
    for (const std::string& block : split(pass)) {
      if (seen.insert(block).second) merged += block;
    }
  }
  return merged;
}

}  // namespace simt::cc
