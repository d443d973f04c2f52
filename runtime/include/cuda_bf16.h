// SPDX-License-Identifier: Apache-2.0
/// Names what is missing, rather than leave the compiler to find another CUDA installation's
/// header.
#pragma once

#error "simt: <cuda_bf16.h> (bfloat16) is not supported in this release"
