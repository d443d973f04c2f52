// SPDX-License-Identifier: Apache-2.0
/// Events by handle. CUDA Programming Guide, "Events".
#pragma once

#include <memory>

#include "runtime/api/runtime.h"

struct CUevent_st {
  std::shared_ptr<simt::Event> event;
  unsigned flags = cudaEventDefault;
};

namespace simt {

/// Null where the handle is not valid.
std::shared_ptr<CUevent_st> find_event(cudaEvent_t handle);

}  // namespace simt
