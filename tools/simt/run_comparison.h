// SPDX-License-Identifier: Apache-2.0
/// What a run of a program shows that another one does not.
#pragma once

#include <optional>
#include <string>

#include "simt/explore/launch_report.h"
#include "tools/simt/captured_run.h"

namespace simt {

/// How a program ended, of a status as waitpid() gives it; empty where it ended well.
std::string end_of(int status);

/// How `run` differs from the canonical one: in its end, or in the lines that it prints, in
/// whatever order. Empty where it does not.
std::optional<Failure> difference(const RunResult& canonical, const RunResult& run);

/// Equal for runs that show the same.
std::size_t state_of(const RunResult& run);

}  // namespace simt
