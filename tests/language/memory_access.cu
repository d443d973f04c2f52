// SPDX-License-Identifier: Apache-2.0
/// Hinted loads and stores move the values that plain ones would; addresses know their space.

#include "on_device.h"

namespace {

/// Copies with each kind of load and store in turn; the bits that arrive are the ones that left.
template <class T>
__global__ void copy_hinted(const T* from, T* to) {
  __stwb(&to[0], __ldg(&from[0]));
  __stcg(&to[1], __ldcg(&from[1]));
  __stcs(&to[2], __ldca(&from[2]));
  __stwt(&to[3], __ldcs(&from[3]));
  __stwt(&to[4], __ldlu(&from[4]));
  __stwt(&to[5], __ldcv(&from[5]));
}
template <class T>
void expect_copied() {
  std::vector<T> values(6);
  const auto bits = random_bits<unsigned char>(6 * sizeof(T), 1);
  std::memcpy(values.data(), bits.data(), bits.size());
  const DeviceArray<T> from(values), to(6);
  copy_hinted<<<1, 1>>>(from.data(), to.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(std::memcmp(from.data(), to.data(), bits.size()), 0);
}
template <class... T>
void expect_all_copied() {
  (expect_copied<T>(), ...);
}

TEST(MemoryAccess, Scalars) {
  expect_all_copied<char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
                    unsigned long, long long, unsigned long long, float, double>();
}

TEST(MemoryAccess, Vectors) {
  expect_all_copied<char2, uchar2, short2, ushort2, int2, uint2, longlong2, ulonglong2, float2,
                    double2, char4, uchar4, short4, ushort4, int4, uint4, float4>();
}

__device__ int global_word;
__constant__ int constant_word = 43;

__global__ void ask_spaces(unsigned* answers) {
  __shared__ int shared_word;
  int local_word = threadIdx.x;
  const void* const addresses[] = {&global_word, answers, &shared_word, &local_word,
                                   &constant_word};
  for (const void* address : addresses) {
    *answers++ = __isGlobal(address) | __isShared(address) << 1 | __isLocal(address) << 2 |
                 __isConstant(address) << 3;
  }
  shared_word = 42;
  const size_t offset = __cvta_generic_to_shared(&shared_word);
  *answers++ = offset < (1u << 24);
  *answers++ = *static_cast<int*>(__cvta_shared_to_generic(offset));
  *answers++ =
      *static_cast<int*>(__cvta_constant_to_generic(__cvta_generic_to_constant(&constant_word)));
  *answers++ = *static_cast<int*>(__cvta_global_to_generic(__cvta_generic_to_global(&global_word)));
}

TEST(MemoryAccess, AddressSpaces) {
  const DeviceArray<unsigned> answers(9);
  ask_spaces<<<1, 1>>>(answers.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(std::vector<unsigned>(answers.data(), answers.data() + 9),
            (std::vector<unsigned>{1, 1, 2, 4, 8, 1, 42, 43, 0}));
}

}  // namespace
