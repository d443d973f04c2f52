// SPDX-License-Identifier: Apache-2.0
/// Kernels that crash. Each must end its launch with the error that an H200 gives, keep the error
/// until the device is reset, and print a finding that names kernel, block, thread and line.

#include <cassert>
#include <string>

#include "on_device.h"

namespace {

constexpr unsigned kBlock = 2, kThread = 37;

__device__ bool is_culprit() { return blockIdx.x == kBlock && threadIdx.x == kThread; }

constexpr int kNullLine = __LINE__ + 2;
__global__ void write_null(int* pointer) {
  if (is_culprit()) *reinterpret_cast<volatile int*>(pointer[0] + 16) = 1;
}

constexpr int kWildLine = __LINE__ + 3;
__global__ void read_wild(int* pointer) {
  if (is_culprit()) {
    pointer[1] = *reinterpret_cast<volatile int*>(0x123456789000 + pointer[0]);
  }
}

constexpr int kBarrierNullLine = __LINE__ + 3;
__global__ void write_null_after_barrier(int* pointer) {
  __syncthreads();
  if (is_culprit()) *reinterpret_cast<volatile int*>(pointer[0] + 16) = 1;
}

constexpr int kDivisionLine = __LINE__ + 2;
__global__ void divide_by_zero(int* pointer) {
  if (is_culprit()) pointer[1] = 10 / *static_cast<volatile int*>(pointer);
}

constexpr int kTrapLine = __LINE__ + 2;
__global__ void trap(int*) {
  if (is_culprit()) __trap();
}

constexpr int kAssertLine = __LINE__ + 1;
__global__ void fail_assertion(int* pointer) { assert(!is_culprit() || pointer[0] == 1); }

constexpr int kRecursionLine = __LINE__ + 3;
__device__ __noinline__ int descend(volatile int* pointer, int depth) {
  volatile int frame[64];
  frame[0] = depth;
  return *pointer == 12345 ? 0 : descend(pointer, depth + 1) + frame[0];
}
__global__ void recurse_for_ever(int* pointer) {
  if (is_culprit()) pointer[1] = descend(pointer, 0);
}

constexpr int kFreeLine = __LINE__ + 2;
__global__ void free_foreign(int* pointer) {
  if (is_culprit()) free(pointer + 1);
}

constexpr int kLastCallLine = __LINE__ + 3;
__global__ void free_at_the_end(int* pointer) {
  __syncthreads();
  if (is_culprit()) free(pointer + 1);
}

constexpr int kPrintLine = __LINE__ + 2;
__global__ void print_wild(int* pointer) {
  if (is_culprit()) printf("%s", reinterpret_cast<const char*>(pointer[0] + 16L));
}

constexpr int kCallLine = __LINE__ + 2;
__global__ void call_null(int* pointer) {
  if (is_culprit()) (*reinterpret_cast<void (*volatile*)()>(pointer))();
}

constexpr int kBreakpointLine = __LINE__ + 2;
__global__ void stop_at_breakpoint(int*) {
  if (is_culprit()) __brkpt();
}

struct Case {
  const char* name;
  void (*kernel)(int*);
  cudaError_t error;
  int line;
  const char* text;
  /// How many lines may be the one at fault: which instruction of a frame strikes the end of the
  /// stack is the compiler's choice.
  int lines = 1;
};

class Fault : public testing::TestWithParam<Case> {};

TEST_P(Fault, EndsTheLaunchWithHardwaresErrorAndAFinding) {
  const Case& expected = GetParam();
  int* pointer = nullptr;
  ASSERT_EQ(cudaMalloc(&pointer, 64), cudaSuccess);
  ASSERT_EQ(cudaMemset(pointer, 0, 64), cudaSuccess);
  testing::internal::CaptureStderr();
  expected.kernel<<<4, 64>>>(pointer);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), expected.error);
  const std::string finding = testing::internal::GetCapturedStderr();
  bool names_line = false;
  for (int line = expected.line; line < expected.line + expected.lines; ++line)
    names_line |= finding.find("faults.cu:" + std::to_string(line) + ":") != std::string::npos;
  EXPECT_TRUE(names_line) << finding;
  EXPECT_NE(finding.find(expected.text), std::string::npos) << finding;
  EXPECT_NE(finding.find(expected.name), std::string::npos) << finding;
  EXPECT_NE(finding.find("block (2,0,0), thread (37,0,0)"), std::string::npos) << finding;
  EXPECT_NE(finding.find("SIMT_SEED="), std::string::npos) << finding;
  EXPECT_EQ(cudaMalloc(&pointer, 4), expected.error) << "the error is sticky";
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), expected.error) << "a reset leaves the host thread's last error";
  EXPECT_EQ(cudaMalloc(&pointer, 4), cudaSuccess);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Fault,
    testing::Values(
        Case{"write_null", write_null, cudaErrorIllegalAddress, kNullLine, "null pointer"},
        Case{"read_wild", read_wild, cudaErrorIllegalAddress, kWildLine,
             "0x123456789000, which belongs to no allocation"},
        Case{"write_null_after_barrier", write_null_after_barrier, cudaErrorIllegalAddress,
             kBarrierNullLine, "null pointer"},
        Case{"divide_by_zero", divide_by_zero, cudaErrorLaunchFailure, kDivisionLine, "division"},
        Case{"trap", trap, cudaErrorLaunchFailure, kTrapLine, "trap"},
        Case{"fail_assertion", fail_assertion, cudaErrorAssert, kAssertLine,
             "Assertion `!is_culprit() || pointer[0] == 1` failed"},
        Case{"recurse_for_ever", recurse_for_ever, cudaErrorIllegalAddress, kRecursionLine, "stack",
             2},
        Case{"print_wild", print_wild, cudaErrorIllegalAddress, kPrintLine, "null pointer"},
        Case{"call_null", call_null, cudaErrorIllegalAddress, kCallLine, "call of address 0x0"},
        Case{"stop_at_breakpoint", stop_at_breakpoint, cudaErrorLaunchFailure, kBreakpointLine,
             "breakpoint"},
        Case{"free_foreign", free_foreign, cudaErrorIllegalAddress, kFreeLine, "free()"},
        Case{"free_at_the_end", free_at_the_end, cudaErrorIllegalAddress, kLastCallLine, "free()"}),
    [](const testing::TestParamInfo<Case>& info) { return std::string(info.param.name); });

__global__ void past_shared_memory(int* out) {
  __shared__ int array[32];
  array[threadIdx.x] = 1;
  *out = static_cast<volatile int*>(array)[100 + *out];
}

TEST(SharedFault, PastTheEndOfTheBlocksMemoryIsCaughtAtThePage) {
  int* out = nullptr;
  ASSERT_EQ(cudaMalloc(&out, sizeof(int)), cudaSuccess);
  ASSERT_EQ(cudaMemset(out, 0, sizeof(int)), cudaSuccess);
  past_shared_memory<<<1, 32>>>(out);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
}

}  // namespace
