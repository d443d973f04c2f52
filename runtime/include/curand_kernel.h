// SPDX-License-Identifier: Apache-2.0
/// Names what is missing, rather than leave the compiler to find another CUDA installation's
/// header.
#pragma once

#error "simt: <curand_kernel.h> (random numbers of cuRAND) is not supported in this release"
