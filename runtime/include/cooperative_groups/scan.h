// SPDX-License-Identifier: Apache-2.0
/// Names what is missing, rather than leave the compiler to find another CUDA installation's
/// header.
#pragma once

#error \
    "simt: <cooperative_groups/scan.h> (the cooperative groups function scan) is not supported in this release"
