// SPDX-License-Identifier: Apache-2.0
/// What the tests of the runtime share.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <ostream>

inline std::ostream& operator<<(std::ostream& out, cudaError_t error) {
  return out << cudaGetErrorName(error);
}

/// The call returns `error`, and so does cudaGetLastError() after it.
#define EXPECT_CUDA(error, ...)             \
  do {                                      \
    EXPECT_EQ((__VA_ARGS__), (error));      \
    EXPECT_EQ(cudaGetLastError(), (error)); \
  } while (false)

#define EXPECT_CUDA_SUCCESS(...) EXPECT_CUDA(cudaSuccess, __VA_ARGS__)

/// The launch, then the synchronisation, then cudaGetLastError().
#define EXPECT_LAUNCH(launch_error, sync_error, ...)  \
  do {                                                \
    __VA_ARGS__;                                      \
    EXPECT_EQ(cudaGetLastError(), (launch_error));    \
    EXPECT_EQ(cudaDeviceSynchronize(), (sync_error)); \
    EXPECT_EQ(cudaGetLastError(), (sync_error));      \
  } while (false)
