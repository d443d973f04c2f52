// SPDX-License-Identifier: Apache-2.0
/// Puts a list behind another, as command lines are made.
#pragma once

#include <string>
#include <vector>

namespace simt::cc {

inline void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace simt::cc
