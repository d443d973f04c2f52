// SPDX-License-Identifier: Apache-2.0
/// Reads and writes make rules.
#include "tools/simtcc/dependencies.h"

#include <algorithm>
#include <utility>

namespace simt::cc {
namespace {

/// Splits at spaces; `\ ` is a space in a name, a backslash before a line's end joins two lines.
std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\n') {
      finish();
      ++i;
    } else if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ' ') {
      word += "\\ ";
      ++i;
    } else if (text[i] == ' ' || text[i] == '\n') {
      finish();
    } else {
      word += text[i];
    }
  }
  finish();
  return words;
}

std::string escaped(const std::string& path) {
  std::string name;
  for (char character : path) {
    if (character == ' ') name += '\\';
    name += character;
  }
  return name;
}

}  // namespace

std::vector<std::string> prerequisites(const std::string& rule) {
  std::vector<std::string> words = split_words(rule);
  const auto target =
      std::ranges::find_if(words, [](const std::string& word) { return word.ends_with(':'); });
  if (target == words.end()) return {};
  return {target + 1, words.end()};
}

std::string merge_rules(const std::string& target, const std::string& source,
                        const std::vector<std::string>& rules, bool empty_rules) {
  std::vector<std::string> files = {escaped(source)};
  for (const std::string& rule : rules) {
    for (const std::string& file : prerequisites(rule)) {
      if (std::ranges::find(files, file) == files.end()) files.push_back(file);
    }
  }
  std::string text = target + ":";
  for (const std::string& file : files) text += " \\\n  " + file;
  text += '\n';
  if (empty_rules) {
    for (std::size_t i = 1; i < files.size(); ++i) text += files[i] + ":\n";
  }
  return text;
}

}  // namespace simt::cc
