// SPDX-License-Identifier: Apache-2.0
/// Tests that do not depend on luck: every launch in an expectation is run under 200 schedules. The
/// second test fails; its kernel lacks a barrier.
///
///   simtcc testing.cu -o testing -lgtest -lgtest_main && ./testing
///
/// Shows which element differs and who wrote it, and a token for `simt replay TOKEN ./testing`.
#include <gtest/gtest.h>
#include <simt/testing.h>

constexpr int kThreads = 64;

template <bool kWithBarrier>
__global__ void reverse(int* values) {
  __shared__ int tile[kThreads];
  tile[threadIdx.x] = values[threadIdx.x];
  if (kWithBarrier) __syncthreads();
  values[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

class Reverse : public testing::Test {
 protected:
  Reverse() {
    cudaMallocManaged(&values, kThreads * sizeof(int));
    for (int i = 0; i < kThreads; ++i) values[i] = i;
  }
  ~Reverse() override { cudaFree(values); }

  int* values = nullptr;
};

TEST_F(Reverse, WithBarrier) {
  EXPECT_SCHEDULE_INVARIANT(reverse<true><<<1, kThreads>>>(values));
  EXPECT_EQ(values[0], kThreads - 1);
}

TEST_F(Reverse, WithoutBarrier) {
  EXPECT_SCHEDULE_INVARIANT(reverse<false><<<1, kThreads>>>(values));
}
