// SPDX-License-Identifier: Apache-2.0
/// printf, the device heap, memcpy and memset, clocks. Expected texts and counts are an H200's.

#include <string>

#include "on_device.h"

namespace {

template <class Launch>
std::string printed_by(Launch launch) {
  testing::internal::CaptureStdout();
  launch();
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

__global__ void print_all(int* counts) {
  counts[0] = printf("%d|%5.2f|%s|%c|%%|%x|%lld|%p|%-5d|%+d|%05d|%e|%g|%hd\n", -3, 3.14159, "str",
                     'c', 255u, 1234567890123LL, reinterpret_cast<void*>(0x10), 42, 7, 42,
                     12345.678, 0.0001, static_cast<short>(5));
  counts[1] = printf("plain\n");
  counts[2] = printf("%*d|%f\n", 6, 0, 1.5f);
}

TEST(Printf, FormatsAsTheHostDoes) {
  const DeviceArray<int> counts(3);
  EXPECT_EQ(printed_by([&] { print_all<<<1, 1>>>(counts.data()); }),
            "-3| 3.14|str|c|%|ff|1234567890123|0x10|42   |+7|00042|1.234568e+04|0.0001|5\n"
            "plain\n"
            "     0|1.500000\n");
  EXPECT_EQ(counts.data()[0], 13);
  EXPECT_EQ(counts.data()[1], 0);
  EXPECT_EQ(counts.data()[2], 3);
}

__global__ void use_names_in_std(int* out) {
  std::printf("standard\n");
  auto* copy = static_cast<int*>(std::malloc(sizeof(int)));
  std::memset(copy, 0x11, sizeof *copy);
  std::memcpy(out, copy, sizeof *copy);
  std::free(copy);
}

TEST(Printf, AndItsLikeAreInNamespaceStd) {
  const DeviceArray<int> out(1);
  EXPECT_EQ(printed_by([&] { use_names_in_std<<<1, 1>>>(out.data()); }), "standard\n");
  EXPECT_EQ(*out.data(), 0x11111111);
}

__global__ void print_thread() { printf("thread %u of block %u\n", threadIdx.x, blockIdx.x); }

TEST(Printf, EveryThreadsOutputArrivesWhole) {
  const std::string text = printed_by([] { print_thread<<<4, 8>>>(); });
  for (int block = 0; block < 4; ++block) {
    for (int thread = 0; thread < 8; ++thread) {
      const std::string line =
          "thread " + std::to_string(thread) + " of block " + std::to_string(block) + "\n";
      EXPECT_NE(text.find(line), std::string::npos) << line;
    }
  }
}

__global__ void print_numbers(int count) {
  for (int i = 0; i < count; ++i) printf("%d\n", i);
}

TEST(Printf, LosesTheOldestOutputWhenTheBufferIsFull) {
  std::size_t before = 0;
  ASSERT_EQ(cudaDeviceGetLimit(&before, cudaLimitPrintfFifoSize), cudaSuccess);
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 512 * 1024), cudaSuccess);
  const std::string text = printed_by([] { print_numbers<<<1, 1>>>(100000); });
  EXPECT_NE(text.substr(0, 4), "0\n1\n");
  EXPECT_EQ(text.substr(text.size() - 12), "99998\n99999\n");
  ASSERT_EQ(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, before), cudaSuccess);
}

__global__ void use_heap(int* out) {
  int* own = static_cast<int*>(malloc(sizeof(int) * 4));
  if (own == nullptr) return;
  for (int i = 0; i < 4; ++i) own[i] = static_cast<int>(threadIdx.x) * i;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += own[i];
  out[threadIdx.x] = sum;
  free(own);
  double* array = new double[3];
  array[2] = 1;
  out[threadIdx.x] += static_cast<int>(array[2]);
  delete[] array;
}

TEST(DeviceHeap, ServesEveryThread) {
  const DeviceArray<int> out(256);
  use_heap<<<1, 256>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 256; ++i) EXPECT_EQ(out.data()[i], 6 * i + 1);
}

__global__ void exhaust_heap(int* out) {
  out[0] = 0;
  while (malloc(1000) != nullptr) ++out[0];
  out[1] = malloc(std::size_t{100} << 20) == nullptr;
}

TEST(DeviceHeap, IsBounded) {
  {
    const DeviceArray<int> out(2);
    exhaust_heap<<<1, 1>>>(out.data());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    // The default heap of 8 MiB holds at most so many kilobytes.
    EXPECT_GT(out.data()[0], 3000);
    EXPECT_LE(out.data()[0], 8388);
    EXPECT_EQ(out.data()[1], 1);
  }
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}

struct Packet {
  char bytes[13];
};

/// Unaligned copies and fills, under the names of both C and C++.
__global__ void copy_and_fill(const Packet* source, Packet* copies, Packet* filled) {
  memcpy(copies[0].bytes, source->bytes, sizeof(Packet));
  std::memcpy(copies[1].bytes + 1, source->bytes, sizeof(Packet) - 1);
  memset(filled[0].bytes, 0x5a, sizeof(Packet));
  std::memset(filled[1].bytes + 3, 0, 4);
}

TEST(Memory, CopiesAndFills) {
  const DeviceArray<Packet> source({Packet{"twelve chars"}});
  const DeviceArray<Packet> copies(2), filled(2);
  std::memset(copies.data(), '-', 2 * sizeof(Packet));
  std::memset(filled.data(), '+', 2 * sizeof(Packet));
  copy_and_fill<<<1, 1>>>(source.data(), copies.data(), filled.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_STREQ(copies.data()[0].bytes, "twelve chars");
  EXPECT_EQ(std::string(copies.data()[1].bytes, 13), "-twelve chars");
  EXPECT_EQ(std::string(filled.data()[0].bytes, 13), std::string(13, 'Z'));
  EXPECT_EQ(std::string(filled.data()[1].bytes, 13), std::string("+++\0\0\0\0++++++", 13));
}

__global__ void read_clocks(long long* out) {
  const long long clock_before = clock64();
  const auto timer_before = static_cast<long long>(__globaltimer());
  while (clock64() - clock_before < 10000) {
  }
  out[0] = clock64() - clock_before;
  out[1] = static_cast<long long>(__globaltimer()) - timer_before;
}

TEST(Clocks, Advance) {
  const DeviceArray<long long> out(2);
  read_clocks<<<1, 1>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_GE(out.data()[0], 10000);
  EXPECT_GT(out.data()[1], 0);
}

}  // namespace
