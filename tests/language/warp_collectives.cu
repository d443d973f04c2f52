// SPDX-License-Identifier: Apache-2.0
/// Votes, matches, reductions and shuffles: every lane's answer against the definition, for full
/// and partial warps, whole and partial masks.

#include <functional>

#include "on_device.h"

namespace {

constexpr unsigned kFull = 0xffffffffu;

__global__ void votes(unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned* own = out + lane * 8;
  own[0] = __ballot_sync(kFull, lane % 3 == 0);
  own[1] = __all_sync(kFull, lane < 32);
  own[2] = __all_sync(kFull, lane != 9);
  own[3] = __any_sync(kFull, lane == 9);
  own[4] = __any_sync(kFull, lane > 31);
  own[5] = __uni_sync(kFull, lane > 31);
  own[6] = __uni_sync(kFull, lane == 0);
  own[7] = __activemask();
}

TEST(Vote, FullWarp) {
  const DeviceArray<unsigned> out(32 * 8);
  votes<<<1, 32>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int lane = 0; lane < 32; ++lane) {
    const unsigned* own = out.data() + lane * 8;
    EXPECT_EQ(own[0], 0x49249249u);
    EXPECT_EQ(own[1], 1u);
    EXPECT_EQ(own[2], 0u);
    EXPECT_EQ(own[3], 1u);
    EXPECT_EQ(own[4], 0u);
    EXPECT_EQ(own[5], 1u);
    EXPECT_EQ(own[6], 0u);
    EXPECT_EQ(own[7], kFull);
  }
}

/// Both sides of a branch hold a collective of their own mask; then all meet again.
__global__ void branches(unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned partial;
  if (lane < 12) {
    partial = __ballot_sync(0x00000fffu, lane % 2);
  } else {
    partial = __ballot_sync(0xfffff000u, lane % 2 == 0);
  }
  out[lane] = partial;
  out[32 + lane] = __shfl_sync(kFull, partial, 31 - static_cast<int>(lane));
}

TEST(Vote, DisjointMasksInBranchesThenFullMask) {
  const DeviceArray<unsigned> out(64);
  branches<<<1, 32>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const unsigned low = 0xaaau, high = 0x55555000u;
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(out.data()[lane], lane < 12 ? low : high);
    EXPECT_EQ(out.data()[32 + lane], 31 - lane < 12 ? low : high);
  }
}

/// A partial last warp may name lanes that do not exist, and lanes that returned.
__global__ void partial_warp(unsigned* out) {
  const unsigned i = threadIdx.x;
  if (i == 3) return;
  out[i] = __ballot_sync(kFull, 1);
}

TEST(Vote, AbsentAndExitedLanesDoNotVote) {
  const DeviceArray<unsigned> out(40);
  partial_warp<<<1, 40>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned i = 0; i < 40; ++i) {
    if (i != 3) EXPECT_EQ(out.data()[i], i < 32 ? kFull & ~8u : 0xffu) << i;
  }
}

__global__ void only_first_warp(int* out) {
  __shared__ int sums[4];
  int value = 1;
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(kFull, value, offset);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    int total = threadIdx.x < 4 ? sums[threadIdx.x] : 0;
    for (int offset = 16; offset > 0; offset /= 2) total += __shfl_xor_sync(kFull, total, offset);
    out[threadIdx.x] = total;
  }
}

TEST(Shuffle, OnlyTheFirstWarpGoesOn) {
  const DeviceArray<int> out(32);
  only_first_warp<<<1, 128>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(out.data()[i], 128);
}

template <class T>
__global__ void shuffles(T* out, int width, int parameter) {
  const int lane = static_cast<int>(threadIdx.x);
  const T value = static_cast<T>(lane * 1000003 + 7);
  T* own = out + lane * 4;
  own[0] = __shfl_sync(kFull, value, parameter, width);
  own[1] = __shfl_up_sync(kFull, value, static_cast<unsigned>(parameter), width);
  own[2] = __shfl_down_sync(kFull, value, static_cast<unsigned>(parameter), width);
  own[3] = __shfl_xor_sync(kFull, value, parameter, width);
}

/// The source lane by the definition in the CUDA Programming Guide, "Warp Shuffle Functions".
int shuffle_source(int form, int lane, int width, int parameter) {
  const int segment = lane / width * width;
  switch (form) {
    case 0:
      return segment + (parameter % width + width) % width;
    case 1:
      return lane - parameter < segment ? lane : lane - parameter;
    case 2:
      return lane + parameter >= segment + width ? lane : lane + parameter;
    default:
      return (lane ^ parameter) >= segment + width ? lane : lane ^ parameter;
  }
}

template <class T>
class ShuffleTypes : public testing::Test {};
using Types = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long,
                             float, double>;
TYPED_TEST_SUITE(ShuffleTypes, Types);

TYPED_TEST(ShuffleTypes, AllFormsAndWidths) {
  const DeviceArray<TypeParam> out(32 * 4);
  for (const int width : {1, 2, 4, 8, 16, 32}) {
    for (const int parameter : {0, 1, 3, 8, 17, 31}) {
      shuffles<<<1, 32>>>(out.data(), width, parameter);
      ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      for (int lane = 0; lane < 32; ++lane) {
        for (int form = 0; form < 4; ++form) {
          const int source = shuffle_source(form, lane, width, parameter);
          ASSERT_EQ(out.data()[lane * 4 + form], static_cast<TypeParam>(source * 1000003 + 7))
              << "form " << form << " lane " << lane << " width " << width << " parameter "
              << parameter;
        }
      }
    }
  }
}

__global__ void matches(unsigned* out, int* predicates) {
  const unsigned lane = threadIdx.x;
  out[lane] = __match_any_sync(kFull, static_cast<int>(lane / 5));
  out[32 + lane] = __match_any_sync(kFull, static_cast<double>(lane % 2) + 0.5);
  out[64 + lane] = __match_all_sync(kFull, 1ull << 40, &predicates[lane]);
  out[96 + lane] = __match_all_sync(kFull, lane == 3, &predicates[32 + lane]);
}

TEST(Match, AnyAndAll) {
  const DeviceArray<unsigned> out(128);
  const DeviceArray<int> predicates(64);
  matches<<<1, 32>>>(out.data(), predicates.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned fifth = 0;
    for (unsigned other = 0; other < 32; ++other)
      fifth |= (other / 5 == lane / 5 ? 1u : 0u) << other;
    EXPECT_EQ(out.data()[lane], fifth);
    EXPECT_EQ(out.data()[32 + lane], lane % 2 ? 0xaaaaaaaau : 0x55555555u);
    EXPECT_EQ(out.data()[64 + lane], kFull);
    EXPECT_EQ(predicates.data()[lane], 1);
    EXPECT_EQ(out.data()[96 + lane], 0u);
    EXPECT_EQ(predicates.data()[32 + lane], 0);
  }
}

__global__ void reductions(unsigned mask, unsigned* unsigned_out, int* signed_out) {
  const unsigned lane = threadIdx.x;
  if ((mask >> lane & 1) == 0) return;
  const unsigned value = lane * 0x9e3779b9u;
  unsigned* u = unsigned_out + lane * 6;
  u[0] = __reduce_add_sync(mask, value);
  u[1] = __reduce_min_sync(mask, value);
  u[2] = __reduce_max_sync(mask, value);
  u[3] = __reduce_and_sync(mask, value | 0x10u);
  u[4] = __reduce_or_sync(mask, value);
  u[5] = __reduce_xor_sync(mask, value);
  int* s = signed_out + lane * 3;
  s[0] = __reduce_add_sync(mask, static_cast<int>(value));
  s[1] = __reduce_min_sync(mask, static_cast<int>(value));
  s[2] = __reduce_max_sync(mask, static_cast<int>(value));
}

TEST(Reduce, AllOperationsUnderSeveralMasks) {
  const DeviceArray<unsigned> u(32 * 6);
  const DeviceArray<int> s(32 * 3);
  for (const unsigned mask : {kFull, 1u, 0x80000001u, 0x0f0f0f0fu}) {
    reductions<<<1, 32>>>(mask, u.data(), s.data());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    unsigned add = 0, minimum = kFull, maximum = 0, all = kFull, any = 0, parity = 0;
    int signed_minimum = INT32_MAX, signed_maximum = INT32_MIN;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      const unsigned value = lane * 0x9e3779b9u;
      add += value;
      minimum = std::min(minimum, value);
      maximum = std::max(maximum, value);
      all &= value | 0x10u;
      any |= value;
      parity ^= value;
      signed_minimum = std::min(signed_minimum, static_cast<int>(value));
      signed_maximum = std::max(signed_maximum, static_cast<int>(value));
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      const unsigned expected[] = {add, minimum, maximum, all, any, parity};
      for (int i = 0; i < 6; ++i) EXPECT_EQ(u.data()[lane * 6 + i], expected[i]) << i;
      EXPECT_EQ(s.data()[lane * 3], static_cast<int>(add));
      EXPECT_EQ(s.data()[lane * 3 + 1], signed_minimum);
      EXPECT_EQ(s.data()[lane * 3 + 2], signed_maximum);
    }
  }
}

__global__ void active_in_branch(unsigned* out) {
  const unsigned lane = threadIdx.x;
  if (lane % 4 == 1) out[lane] = __activemask();
  __syncwarp();
}

TEST(ActiveMask, NamesLanesAtTheSamePlace) {
  const DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
  active_in_branch<<<1, 32>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(out.data()[lane], lane % 4 == 1 ? 0x22222222u : 0u);
  }
}

__global__ void warp_ordered(int* out) {
  __shared__ int slots[32];
  const int lane = static_cast<int>(threadIdx.x);
  for (int round = 0; round < 5; ++round) {
    slots[lane] = lane + round;
    __syncwarp();
    const int next = slots[(lane + 1) % 32];
    __syncwarp();
    out[lane] = next;
  }
}

TEST(WarpBarrier, OrdersSharedMemory) {
  const DeviceArray<int> out(32);
  warp_ordered<<<1, 32>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(out.data()[lane], (lane + 1) % 32 + 4);
}

__global__ void outside_own_mask(int* out) { *out = __any_sync(~(1u << threadIdx.x), 1); }
__global__ void never_met(int* out) {
  if (threadIdx.x % 2 == 0) {
    *out = __any_sync(kFull, 1);
  } else {
    __syncthreads();
  }
}

cudaError_t run_and_reset(void (*kernel)(int*), int threads) {
  int* out = nullptr;
  EXPECT_EQ(cudaMalloc(&out, sizeof(int)), cudaSuccess);
  kernel<<<1, threads>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  return error;
}

TEST(CollectiveMisuse, CallerOutsideItsMaskFailsTheLaunch) {
  EXPECT_EQ(run_and_reset(outside_own_mask, 1), cudaErrorLaunchFailure);
}

TEST(CollectiveMisuse, MaskOfLanesThatWaitElsewhereIsADeadlock) {
  EXPECT_EQ(run_and_reset(never_met, 32), cudaErrorLaunchTimeout);
}

}  // namespace
