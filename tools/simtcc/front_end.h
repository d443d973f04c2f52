// SPDX-License-Identifier: Apache-2.0
/// Options of Clang that the passes share.
#pragma once

#include <string>
#include <vector>

#include "tools/simtcc/passes.h"

namespace simt::cc {

/// Options for a C or C++ source: the user's preprocessor options, CUDA's headers, warnings, the
/// language standard, nvcc's macros.
std::vector<std::string> host_language_options(const Context& context, Language language);

/// The same for a CUDA source, as both passes need it: Clang's CUDA mode with simt's own headers in
/// place of a Toolkit's. The prelude, which comes first, is not among them.
std::vector<std::string> cuda_language_options(const Context& context);

/// Makes both passes of a relocatable module give the same names to what is static in it: they
/// carry the module's. By Clang's inner command line, since the driver leaves the host pass out.
std::vector<std::string> module_id_options(const Context& context, const std::string& module_id);

/// Code generation for the host: level, debug information, -Xcompiler.
std::vector<std::string> host_code_options(const Context& context);

/// Options that make Clang write a dependency file beside its output; none where not asked for.
std::vector<std::string> dependency_options(const Context& context, const Unit& unit,
                                            const std::string& file);

/// The environment through which the kernel pass gets its options. `image` is fast or host.
std::vector<std::string> kernel_pass_environment(const Context& context, const Unit& unit,
                                                 const std::string& module_id,
                                                 const std::string& image);

}  // namespace simt::cc
