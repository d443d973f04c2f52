// SPDX-License-Identifier: Apache-2.0
/// CUDA's name for all types of the language and the runtime together.
#pragma once
#include "driver_types.h"
#include "vector_types.h"
