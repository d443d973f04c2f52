// SPDX-License-Identifier: Apache-2.0
/// Shared memory: static, dynamic, several names for the same bytes, in templates and functions,
/// its limits, and what it holds when a block starts.

#include <set>

#include "on_device.h"

namespace {

extern __shared__ int dynamic_ints[];
extern __shared__ float dynamic_floats[];
extern __shared__ double2 dynamic_aligned[];

__global__ void one_memory(int* out) {
  __shared__ int fixed[3];
  fixed[0] = 1;
  dynamic_ints[0] = 0x40490fdb;
  __syncthreads();
  out[0] = dynamic_floats[0] > 3.14f && dynamic_floats[0] < 3.15f;
  out[1] = reinterpret_cast<char*>(dynamic_ints) == reinterpret_cast<char*>(dynamic_aligned);
  out[2] = reinterpret_cast<std::size_t>(dynamic_aligned) % 16 == 0;
  out[3] = reinterpret_cast<char*>(dynamic_ints) >= reinterpret_cast<char*>(fixed + 3);
}

TEST(SharedMemory, DynamicNamesAreTheSameBytesAfterTheStaticOnes) {
  const DeviceArray<int> out(4);
  one_memory<<<1, 1, 64>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out.data()[i], 1) << i;
}

template <class T, int N>
__device__ T reversed(T value) {
  __shared__ T slots[N];
  slots[threadIdx.x] = value;
  __syncthreads();
  const T other = slots[N - 1 - threadIdx.x];
  __syncthreads();
  return other;
}

template <class T>
__global__ void in_functions(T* out) {
  const T mine = static_cast<T>(threadIdx.x);
  out[threadIdx.x] = reversed<T, 64>(mine) * 100 + static_cast<T>(reversed<int, 64>(threadIdx.x));
}

TEST(SharedMemory, InTemplatesAndDeviceFunctions) {
  const DeviceArray<double> out(64);
  in_functions<<<1, 64>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.data()[i], (63 - i) * 101);
}

TEST(SharedMemory, StaticSizeIsThatOfTheKernelsOwnVariables) {
  cudaFuncAttributes attributes;
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, in_functions<double>), cudaSuccess);
  EXPECT_EQ(attributes.sharedSizeBytes, 64 * sizeof(double) + 64 * sizeof(int));
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, one_memory), cudaSuccess);
  EXPECT_EQ(attributes.sharedSizeBytes, 3 * sizeof(int));
}

/// A block must not see what another one wrote.
__global__ void accumulate(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, static_cast<int>(threadIdx.x + blockIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

TEST(SharedMemory, BelongsToOneBlock) {
  const DeviceArray<int> out(200);
  accumulate<<<200, 32>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int block = 0; block < 200; ++block) EXPECT_EQ(out.data()[block], 496 + 32 * block);
}

__global__ void read_dirty(unsigned* out) {
  __shared__ unsigned never_written[64];
  out[threadIdx.x] = static_cast<volatile unsigned*>(never_written)[threadIdx.x];
}

TEST(SharedMemory, IsDirtyWhenABlockStarts) {
  const DeviceArray<unsigned> out(64);
  read_dirty<<<1, 64>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_GT(std::set<unsigned>(out.data(), out.data() + 64).size(), 32u);
}

__global__ void last_byte(int bytes, int* out) {
  extern __shared__ char memory[];
  memory[bytes - 1] = 5;
  *out = memory[bytes - 1];
}

TEST(SharedMemory, DynamicSizeIsLimited) {
  const DeviceArray<int> out(1);
  last_byte<<<1, 1, 48 * 1024>>>(48 * 1024, out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out.data(), 5);
  last_byte<<<1, 1, 48 * 1024 + 1>>>(48 * 1024 + 1, out.data());
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  ASSERT_EQ(cudaFuncSetAttribute(last_byte, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448),
            cudaSuccess);
  last_byte<<<1, 1, 232448>>>(232448, out.data());
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

/// Staged three-point stencil with halo.
__global__ void stencil(const int* in, int* out, int n) {
  __shared__ int tile[64 + 2];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int local = static_cast<int>(threadIdx.x) + 1;
  tile[local] = i < n ? in[i] : 0;
  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1) tile[local + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = tile[local - 1] + tile[local] + tile[local + 1];
}

TEST(Kernels, StagedStencil) {
  constexpr int kN = 1000;
  std::vector<int> values(kN);
  for (int i = 0; i < kN; ++i) values[i] = i * i % 97;
  const DeviceArray<int> in(values), out(kN);
  stencil<<<(kN + 63) / 64, 64>>>(in.data(), out.data(), kN);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < kN; ++i) {
    const int expected = (i > 0 ? values[i - 1] : 0) + values[i] + (i + 1 < kN ? values[i + 1] : 0);
    ASSERT_EQ(out.data()[i], expected) << i;
  }
}

template <int Tile>
__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  const int row = static_cast<int>(blockIdx.y) * Tile + static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(blockIdx.x) * Tile + static_cast<int>(threadIdx.x);
  float sum = 0;
  for (int tile = 0; tile < n / Tile; ++tile) {
    as[threadIdx.y][threadIdx.x] = a[row * n + tile * Tile + static_cast<int>(threadIdx.x)];
    bs[threadIdx.y][threadIdx.x] = b[(tile * Tile + static_cast<int>(threadIdx.y)) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

TEST(Kernels, TiledMatrixProduct) {
  constexpr int kN = 64;
  std::vector<float> x(kN * kN), y(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    x[i] = static_cast<float>(i % 7);
    y[i] = static_cast<float>(i % 5);
  }
  const DeviceArray<float> a(x), b(y), c(kN * kN);
  matmul<16><<<dim3(kN / 16, kN / 16), dim3(16, 16)>>>(a.data(), b.data(), c.data(), kN);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int row = 0; row < kN; ++row) {
    for (int column = 0; column < kN; ++column) {
      float sum = 0;
      for (int k = 0; k < kN; ++k) sum += x[row * kN + k] * y[k * kN + column];
      ASSERT_EQ(c.data()[row * kN + column], sum);
    }
  }
}

}  // namespace
