// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/failure_text.h"

#include <fmt/format.h>

#include "simt/report/text.h"

namespace simt {
namespace {

std::string writer(const char* when, const std::string& value,
                   const std::optional<ThreadPlace>& place) {
  std::string text = fmt::format("    {} {}", when, value);
  if (place) text += fmt::format(", written by {}", to_text(*place));
  return text + "\n";
}

}  // namespace

std::string to_text(const Failure& failure) {
  if (failure.finding) return account_of(*failure.finding);
  std::string text;
  if (failure.elements.empty()) text = fmt::format("  {}\n", failure.summary);
  for (const DifferingElement& element : failure.elements) {
    text += fmt::format("  {}, element {}:\n", element.buffer, element.index);
    text += writer("canonical", element.expected, element.expected_writer);
    text += writer("here     ", element.found, element.found_writer);
  }
  if (failure.differing_words > failure.elements.size())
    text += fmt::format("  {} words of 8 bytes differ in all\n", failure.differing_words);
  return text;
}

}  // namespace simt
