// SPDX-License-Identifier: Apache-2.0
/// What launches and failures are called, and where they are, in every format.
#pragma once

#include <string>

#include "simt/explore/launch_report.h"

namespace simt {

/// What kind of failure it is, in words.
const char* title(const Failure& failure);

/// "launch 3: sum(int*) <<<16, 256>>>".
std::string name_of(const LaunchReport& launch);

/// The line that a person should look at first: of the finding, or of who wrote what differs; its
/// file is empty where none is known.
SourceLocation location_of(const Failure& failure);
SourceLocation location_of(const Finding& finding);

/// `text` with U+FFFD in place of what is no UTF-8: programs may print and name anything.
std::string valid_utf8(const std::string& text);

}  // namespace simt
