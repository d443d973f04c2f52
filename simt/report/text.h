// SPDX-License-Identifier: Apache-2.0
/// Findings as text, in the form of a compiler's diagnostics, so that editors and people find the
/// source line at once.
#pragma once

#include <string>

#include "simt/report/finding.h"

namespace simt {

/// The file as a compiler started here would call it: relative where it lies below this directory.
std::string file_name(const std::string& file);

/// "illegal address", "deadlock": what kind of finding it is.
const char* title(FindingKind kind);

/// The finding in a few lines, each ended by a newline. The first is `file:line:column: error:
/// kind: cause`; then come the kernel and the threads that play a part.
std::string account_of(const Finding& finding);
/// The same, and the seed that repeats it: of a program that just ran.
std::string to_text(const Finding& finding);

/// "thread (0,0,0) of block (1,0,0) at file:line".
std::string to_text(const ThreadPlace& place);

}  // namespace simt
