// SPDX-License-Identifier: Apache-2.0
/// From a code address of this process to the source line, by the debug information that simtcc
/// always puts into kernels.
#pragma once

#include "simt/abi/kernel_abi.h"
#include "simt/report/finding.h"

namespace simt {

/// The line of the instruction at `address`; for a return address, pass it minus one. Reads the
/// debug information on the first call, so it is for reports only. May be called from any thread.
SourceLocation locate(const void* address);

/// The place in the source of an instrumented access.
SourceLocation locate(const simt_site_record& site);

/// The name of a kernel as the programmer wrote it.
std::string demangle(const char* mangled_name);

}  // namespace simt
