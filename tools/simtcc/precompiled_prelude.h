// SPDX-License-Identifier: Apache-2.0
/// Precompiled forms of the prelude, which take more than half of the time of a small source
/// otherwise. They are kept in the user's cache directory, one for each set of options that can
/// change what the prelude means. Options seen once are only noted; those seen twice are worth one.
#pragma once

#include <string>
#include <vector>

#include "tools/simtcc/passes.h"

namespace simt::cc {

/// Runs Clang with a pass's options, the prelude and the options of the source. The prelude is a
/// precompiled one, made now if need be, except with -g or --dryrun, without a cache directory, on
/// first sight of the options, and where a directory of the user's holds a header with the name of
/// one of the prelude's. What fails with it is run again without. Returns the exit status.
int run_with_prelude(const Context& context, const std::vector<std::string>& options,
                     const std::vector<std::string>& source_options, Command command);

}  // namespace simt::cc
