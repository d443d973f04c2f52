// SPDX-License-Identifier: Apache-2.0
/// CUDA's other name for host_defines.h.
#include "../host_defines.h"
