// SPDX-License-Identifier: Apache-2.0
/// What is made of objects: programs, libraries, and the object of a device link.
#pragma once

#include <string>
#include <vector>

#include "tools/simtcc/passes.h"

namespace simt::cc {

/// Links a program or a shared library with the runtime. Fails with kLink.
void link(const Context& context, const std::vector<std::string>& objects,
          const std::string& output);

/// Makes a static library. Fails with kLink.
void archive(const Context& context, const std::vector<std::string>& objects,
             const std::string& output);

/// Device code is linked by the host's linker, so a device link adds nothing: its object is empty.
void device_link(const Context& context, const std::string& output);

}  // namespace simt::cc
