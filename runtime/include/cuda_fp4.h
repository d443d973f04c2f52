// SPDX-License-Identifier: Apache-2.0
/// Names what is missing, rather than leave the compiler to find another CUDA installation's
/// header.
#pragma once

#error "simt: <cuda_fp4.h> (4-bit floating point) is not supported in this release"
