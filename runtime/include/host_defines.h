// SPDX-License-Identifier: Apache-2.0
/// CUDA's name for the header of declaration qualifiers.
#pragma once
#include "simt/qualifiers.h"
