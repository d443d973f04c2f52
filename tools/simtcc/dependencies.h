// SPDX-License-Identifier: Apache-2.0
/// Make rules with the files that a source includes.
#pragma once

#include <string>
#include <vector>

namespace simt::cc {

/// The prerequisites of a rule that Clang wrote, escaped as they are there.
std::vector<std::string> prerequisites(const std::string& rule);

/// A rule that makes `target` depend on the source and on what any of the rules names, each once;
/// with an empty rule for each header on request, so that make outlives its removal.
std::string merge_rules(const std::string& target, const std::string& source,
                        const std::vector<std::string>& rules, bool empty_rules);

}  // namespace simt::cc
