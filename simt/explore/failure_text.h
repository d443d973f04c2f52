// SPDX-License-Identifier: Apache-2.0
/// Failures as text.
#pragma once

#include <string>

#include "simt/explore/launch_report.h"

namespace simt {

/// A few lines, each ended by a newline.
std::string to_text(const Failure& failure);

}  // namespace simt
