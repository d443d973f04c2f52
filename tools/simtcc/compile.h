// SPDX-License-Identifier: Apache-2.0
/// Compiles one source of any language to an object file.
#pragma once

#include <string>

#include "tools/simtcc/passes.h"

namespace simt::cc {

/// Writes the object to `object` and, where dependencies were asked for, the rule to
/// `dependency_file`. Prints the compilers' diagnostics. Fails with kCompilation.
void compile(const Context& context, const Unit& unit, const std::string& object,
             const std::string& dependency_file);

}  // namespace simt::cc
