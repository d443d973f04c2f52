// SPDX-License-Identifier: Apache-2.0
/// What can be a kernel, what can be passed to one, and how launches are written.

#include <array>
#include <cstddef>
#include <utility>

#include "on_device.h"

namespace in_namespace {
__global__ void named(int* out) { *out = 1; }
}  // namespace in_namespace

static __global__ void file_static(int* out) { *out = 2; }

namespace {

__global__ void unnamed(int* out) { *out = 3; }

struct Holder {
  static __global__ void member(int* out) { *out = 4; }
};

template <class T, int N>
__global__ void templated(T* out) {
  *out = static_cast<T>(N);
}

template <class... Parts>
__global__ void variadic(int* out, Parts... parts) {
  *out = (0 + ... + static_cast<int>(parts));
}

template <class Kernel, class... Arguments>
int result_of(Kernel kernel, Arguments... arguments) {
  const DeviceArray<int> out(std::vector<int>{-1});
  kernel<<<1, 1>>>(out.data(), arguments...);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return *out.data();
}

TEST(Kernel, OfAllKindsRuns) {
  EXPECT_EQ(result_of(in_namespace::named), 1);
  EXPECT_EQ(result_of(file_static), 2);
  EXPECT_EQ(result_of(unnamed), 3);
  EXPECT_EQ(result_of(Holder::member), 4);
  EXPECT_EQ(result_of(templated<int, 5>), 5);
  EXPECT_EQ(result_of(variadic<char, double, long long>, char{1}, 2.9, 40LL), 43);
}

struct Nested {
  char tag;
  double weight;
  short codes[3];
};
struct Packed {
  bool flag;
  Nested nested;
  float4 vector;
  char tail;
};

__global__ void by_value(char first, Packed packed, bool flag, std::size_t last, double* out) {
  // A parameter is a thread's own copy.
  packed.nested.codes[threadIdx.x] += 10;
  packed.nested.weight += threadIdx.x;
  out[threadIdx.x] = first + packed.flag + packed.nested.tag + packed.nested.weight +
                     packed.nested.codes[0] + packed.nested.codes[1] + packed.nested.codes[2] +
                     packed.vector.w + packed.tail + flag + static_cast<double>(last);
}

TEST(Parameters, StructsArriveByValueAtTheirAlignment) {
  const DeviceArray<double> out(3);
  const Packed packed{true, {'a', 0.5, {1, 2, 3}}, make_float4(0, 0, 0, 7), 9};
  by_value<<<1, 3>>>(5, packed, true, std::size_t{1} << 40, out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const double common = 5 + 1 + 'a' + 0.5 + 6 + 10 + 7 + 9 + 1 + 1099511627776.0;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(out.data()[i], common + i);
}

struct Large {
  std::array<int, 8188> values;
};
__global__ void large(const __grid_constant__ Large large, int* out) {
  *out = large.values[0] + large.values[8187];
}

int result_of_large(const Large& values) {
  const DeviceArray<int> out(1);
  large<<<1, 1>>>(values, out.data());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  return *out.data();
}

TEST(Parameters, UpTo32764Bytes) {
  static_assert(sizeof(Large) + sizeof(int*) <= 32764);
  static Large values{};
  values.values[0] = 20;
  values.values[8187] = 22;
  EXPECT_EQ(result_of_large(values), 42);
}

template <class Function>
__global__ void apply(Function function, int* out) {
  out[threadIdx.x] = function(static_cast<int>(threadIdx.x));
}

TEST(Parameters, LambdasWithCaptures) {
  const DeviceArray<int> out(4);
  const int factor = 3;
  const int offset = 10;
  apply<<<1, 4>>>([=] __device__(int i) { return i * factor + offset; }, out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out.data()[i], i * 3 + 10);
  apply<<<1, 4>>>([=] __host__ __device__(int i) { return i - factor; }, out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out.data()[i], i - 3);
}

__global__ void geometry(unsigned* out) {
  const unsigned values[] = {gridDim.x,
                             gridDim.y,
                             gridDim.z,
                             blockDim.x,
                             blockDim.y,
                             blockDim.z,
                             static_cast<unsigned>(warpSize)};
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  if (block == 0 && thread == 0) {
    for (int i = 0; i < 7; ++i) out[i] = values[i];
  }
  atomicAdd(&out[7 + block * blockDim.x * blockDim.y * blockDim.z + thread], 1u);
}

TEST(Launch, GeometryInThreeDimensionsVisitsEveryThreadOnce) {
  const dim3 grid(3, 2, 2), block(5, 3, 2);
  const DeviceArray<unsigned> out(std::vector<unsigned>(7 + 12 * 30, 0));
  geometry<<<grid, block>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const unsigned expected[] = {3, 2, 2, 5, 3, 2, 32};
  for (int i = 0; i < 7; ++i) EXPECT_EQ(out.data()[i], expected[i]);
  for (int i = 0; i < 12 * 30; ++i) EXPECT_EQ(out.data()[7 + i], 1u) << i;
}

__global__ void with_default(int* out, int value = 17) { *out = value; }

TEST(Launch, TwoThreeAndFourArgumentsAndDefaultArguments) {
  const DeviceArray<int> out(1);
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  with_default<<<1, 1>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out.data(), 17);
  with_default<<<1, 1, 128>>>(out.data(), 18);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out.data(), 18);
  with_default<<<dim3(1), dim3(1), 0, stream>>>(out.data(), 19);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(*out.data(), 19);
  ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

/// A grid-stride loop visits each index exactly once, whatever the launch.
__global__ void grid_stride(unsigned* visits, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&visits[i], 1u);
  }
}

TEST(Indexing, GridStrideLoopInThreeRegimes) {
  for (const auto& [n, blocks, threads] :
       std::vector<std::array<unsigned, 3>>{{1024, 8, 128}, {1000, 8, 128}, {100000, 2, 32}}) {
    const DeviceArray<unsigned> visits(std::vector<unsigned>(n, 0));
    grid_stride<<<blocks, threads>>>(visits.data(), n);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (unsigned i = 0; i < n; ++i) ASSERT_EQ(visits.data()[i], 1u) << i << " of " << n;
  }
}

__global__ void far_index(unsigned long long* out) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i == (std::size_t{1} << 32) + 5) atomicAdd(out, i);
}

TEST(Indexing, GoesPast32Bits) {
  const DeviceArray<unsigned long long> out(std::vector<unsigned long long>{0});
  far_index<<<(1u << 22) + 1, 1024>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out.data(), (1ull << 32) + 5);
}

#if defined(__CUDA_ARCH__)
#define COMPILED_FOR __CUDA_ARCH__
#else
#define COMPILED_FOR 0
#endif
__host__ __device__ int compiled_for() { return COMPILED_FOR; }
__global__ void ask_architecture(int* out) { *out = compiled_for(); }

__host__ int side() { return 1; }
__device__ int side() { return 2; }
__global__ void ask_side(int* out) { *out = side(); }

TEST(Language, HostAndDeviceAreToldApart) {
  EXPECT_EQ(compiled_for(), 0);
  EXPECT_EQ(result_of(ask_architecture), 900);
  EXPECT_EQ(side(), 1);
  EXPECT_EQ(result_of(ask_side), 2);
}

__global__ void __launch_bounds__(128, 2) bounded(int* out) { *out = static_cast<int>(blockDim.x); }

TEST(Language, LaunchBoundsAreEnforced) {
  cudaFuncAttributes attributes;
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, bounded), cudaSuccess);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 128);
  const DeviceArray<int> out(1);
  bounded<<<1, 129>>>(out.data());
  EXPECT_NE(cudaGetLastError(), cudaSuccess);
  bounded<<<1, 128>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out.data(), 128);
}

}  // namespace

namespace {

__global__ void answer(int* out) { *out = 42; }

/// Launched before main.
const int answered_by_constructor = [] {
  int* out = nullptr;
  int value = 0;
  if (cudaMalloc(&out, sizeof(int)) != cudaSuccess) return -1;
  answer<<<1, 1>>>(out);
  if (cudaMemcpy(&value, out, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return -2;
  cudaFree(out);
  return value;
}();

TEST(Launch, FromAConstructorOfAGlobal) { EXPECT_EQ(answered_by_constructor, 42); }

}  // namespace
