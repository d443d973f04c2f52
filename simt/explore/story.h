// SPDX-License-Identifier: Apache-2.0
/// A schedule told in sentences: what it does that the sequential one does not, and what comes of
/// it.
#pragma once

#include <string>

#include "simt/grid/explorer.h"
#include "simt/grid/launch.h"
#include "simt/observe/access_history.h"

namespace simt {

/// "thread 33 of block 0 ran from a.cu:41 to a.cu:43 before thread 1 reached a.cu:41".
std::string sentence(const Launch& launch, const SwitchRecord& record);

/// "so that thread 1 of block 0 at a.cu:41 reads what thread 33 of block 0 at a.cu:43 wrote, where
/// the canonical schedule gives what was there before the launch".
std::string sentence(const Launch& launch, const AccessHistory::Parting& parting);

}  // namespace simt
