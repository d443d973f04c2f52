// SPDX-License-Identifier: Apache-2.0
/// Device and host pass read the same source and say mostly the same about it; the user sees it
/// once.
#pragma once

#include <string>
#include <vector>

namespace simt::cc {

/// Joins the diagnostics of several passes: those of the first, then from each further one those
/// that none before it gave. Lines that count diagnostics are left out.
std::string merge_diagnostics(const std::vector<std::string>& passes);

}  // namespace simt::cc
