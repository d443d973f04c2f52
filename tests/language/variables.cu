// SPDX-License-Identifier: Apache-2.0
/// __device__, __constant__ and __managed__ variables: initial values, addresses in initial values,
/// access from both sides; function pointers and virtual functions.

#include "on_device.h"

namespace {

__device__ int initialised = 42;
__device__ int zeroed[3];
__constant__ float table[4] = {1.5f, 2.5f, 3.5f, 4.5f};
__constant__ int uploaded[2];
__device__ int* pointer_to = &initialised;
struct Link {
  const int* value;
  const float* entry;
  int tag;
};
__device__ Link links[2] = {{&zeroed[2], nullptr, 7}, {&initialised, &table[3], 8}};
__managed__ int managed = 5;
__managed__ int managed_array[4] = {1, 2, 3, 4};

__global__ void read_variables(double* out) {
  out[0] = initialised;
  out[1] = zeroed[0] + zeroed[1] + zeroed[2];
  out[2] = static_cast<double>(table[threadIdx.x + 2]);
  out[3] = uploaded[0] * 10 + uploaded[1];
  out[4] = *pointer_to;
  zeroed[2] = 9;
  out[5] = *links[0].value;
  out[6] = static_cast<double>(*links[1].entry) + *links[1].value + links[0].tag;
}

TEST(DeviceVariables, HoldTheirInitialValuesAndAddresses) {
  const int values[2] = {3, 4};
  ASSERT_EQ(cudaMemcpyToSymbol(uploaded, values, sizeof(values)), cudaSuccess);
  const DeviceArray<double> out(7);
  read_variables<<<1, 1>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const double expected[] = {42, 0, 3.5, 34, 42, 9, 4.5 + 42 + 7};
  for (int i = 0; i < 7; ++i) EXPECT_EQ(out.data()[i], expected[i]) << i;
}

TEST(DeviceVariables, AreReachedFromTheHostBySymbol) {
  int value = 43;
  ASSERT_EQ(cudaMemcpyToSymbol(initialised, &value, sizeof(value)), cudaSuccess);
  value = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&value, initialised, sizeof(value)), cudaSuccess);
  EXPECT_EQ(value, 43);
  void* address = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(cudaGetSymbolAddress(&address, zeroed), cudaSuccess);
  ASSERT_EQ(cudaGetSymbolSize(&size, zeroed), cudaSuccess);
  EXPECT_EQ(size, 3 * sizeof(int));
  const int all[3] = {1, 2, 3};
  ASSERT_EQ(cudaMemcpy(address, all, sizeof(all), cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaMemcpyFromSymbol(&value, zeroed, sizeof(int), 2 * sizeof(int)), cudaSuccess);
  EXPECT_EQ(value, 3);
  value = 42;
  ASSERT_EQ(cudaMemcpyToSymbol(initialised, &value, sizeof(value)), cudaSuccess);
}

__global__ void change_managed() {
  managed += 1;
  managed_array[threadIdx.x] *= 10;
}

int* host_view() { return &managed_array[2]; }

TEST(ManagedVariables, AreOneObjectOnBothSides) {
  EXPECT_EQ(managed, 5);
  managed = 6;
  change_managed<<<1, 4>>>();
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(managed, 10);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(managed_array[i], (i + 1) * 10);
  EXPECT_EQ(*host_view(), 30);
}

/// A static variable of a device function is one per module.
__device__ int next_number() {
  static int number = 100;
  return atomicAdd(&number, 1);
}
__global__ void take_numbers(int* out) { out[threadIdx.x] = next_number(); }

TEST(DeviceVariables, StaticInAFunction) {
  const DeviceArray<int> out(8);
  take_numbers<<<1, 8>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += out.data()[i];
  EXPECT_EQ(sum, 8 * 100 + 28);
}

__device__ int twice(int x) { return 2 * x; }
__device__ int negative(int x) { return -x; }
using Function = int (*)(int);
__device__ Function functions[2] = {twice, negative};
__device__ Function chosen = twice;
__global__ void call_by_pointer(Function from_host, int* out) {
  out[0] = functions[0](21);
  out[1] = functions[1](21);
  out[2] = from_host(4);
}

TEST(FunctionPointers, InTablesAndThroughTheHost) {
  Function from_host = nullptr;
  ASSERT_EQ(cudaMemcpyFromSymbol(&from_host, chosen, sizeof(from_host)), cudaSuccess);
  const DeviceArray<int> out(3);
  call_by_pointer<<<1, 1>>>(from_host, out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.data()[0], 42);
  EXPECT_EQ(out.data()[1], -21);
  EXPECT_EQ(out.data()[2], 8);
}

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
struct Square : Shape {
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
  __device__ int corners() const override { return 4; }
  int side;
};
struct Circle : Shape {
  __device__ int area() const override { return 3; }
};

__global__ void virtual_calls(int* out) {
  Shape* shapes[2] = {new Square(5), new Circle};
  alignas(Square) char storage[sizeof(Square)];
  Shape* placed = new (storage) Square(2);
  for (int i = 0; i < 2; ++i) out[i] = shapes[i]->area() * 10 + shapes[i]->corners();
  out[2] = placed->area();
  placed->~Shape();
  for (Shape* shape : shapes) delete shape;
}

TEST(VirtualFunctions, DispatchOnTheDevice) {
  const DeviceArray<int> out(3);
  virtual_calls<<<1, 1>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.data()[0], 254);
  EXPECT_EQ(out.data()[1], 30);
  EXPECT_EQ(out.data()[2], 4);
}

__device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
__device__ bool is_odd(unsigned n);
__device__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__device__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }
__global__ void recurse(int* out) {
  out[0] = factorial(10);
  out[1] = is_even(1000);
}

TEST(Recursion, DirectAndMutual) {
  const DeviceArray<int> out(2);
  recurse<<<1, 1>>>(out.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(out.data()[0], 3628800);
  EXPECT_EQ(out.data()[1], 1);
}

}  // namespace
