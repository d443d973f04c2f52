// SPDX-License-Identifier: Apache-2.0
/// A schedule told in sentences: what it does that the sequential one does not.
#pragma once

#include <string>

#include "simt/grid/explorer.h"
#include "simt/grid/launch.h"

namespace simt {

/// "thread 33 of block 0 ran from a.cu:41 to a.cu:43 before thread 1 reached a.cu:41".
std::string sentence(const Launch& launch, const SwitchRecord& record);

}  // namespace simt
