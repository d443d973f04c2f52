// SPDX-License-Identifier: Apache-2.0
/// Programs and libraries that simtcc links, run.
#include <gmock/gmock.h>

#include "workbench.h"

namespace {

class Linking : public Workbench {
 protected:
  /// Two files of device code: `counter` and `bump` are in the first, and used from the second.
  void write_relocatable_sources() {
    write("counter.cu", R"(
      __device__ int counter = 40;
      __device__ void bump(int by) { counter += by; }
      extern "C" __device__ int plain(int value) { return value; } )");
    write("main.cu", R"(
      #include <cstdio>
      extern __device__ int counter;
      extern __device__ void bump(int by);
      extern "C" __device__ int plain(int value);
      static __global__ void kernel() { bump(plain(2)); }
      int main() {
        kernel<<<1, 1>>>();
        int value = 0;
        cudaMemcpyFromSymbol(&value, counter, sizeof value);
        std::printf("%d\n", value);
      } )");
  }

  /// Two files that each have a device variable and a kernel of the same name.
  void write_separate_sources() {
    const char* text = R"(
      #include <cstdio>
      __device__ static int value;
      static __global__ void set(int to) { value = to; }
      int FUNCTION() {
        set<<<1, 1>>>(NUMBER);
        int result = 0;
        cudaMemcpyFromSymbol(&result, value, sizeof result);
        return result;
      } )";
    write("one.cu", std::string("#define FUNCTION one\n#define NUMBER 1\n") + text);
    write("two.cu", std::string("#define FUNCTION two\n#define NUMBER 2\n") + text);
    write("main.cpp", R"(
      #include <cstdio>
      int one();
      int two();
      int main() { std::printf("%d %d %d\n", one(), two(), one()); } )");
  }

  void expect(const std::string& commands, const std::string& output) {
    const Outcome outcome = shell("simtcc() { '" SIMTCC "' \"$@\"; }; " + commands);
    EXPECT_EQ(outcome.status, 0) << commands << "\n" << outcome.errors;
    EXPECT_EQ(outcome.output, output) << commands << "\n" << outcome.errors;
  }
};

TEST_F(Linking, SharesDeviceCodeOnRequest) {
  write_relocatable_sources();
  expect("simtcc -rdc=true main.cu counter.cu -o program && ./program", "42\n");
  expect("simtcc -dc main.cu counter.cu && simtcc main.o counter.o -o objects && ./objects",
         "42\n");
  expect(
      "simtcc -dlink main.o counter.o -o link.o && simtcc main.o counter.o link.o -o linked && "
      "./linked",
      "42\n");
}

/// Each file has a kernel and functions that the other one calls, all with shared memory that is
/// still needed after the call.
TEST_F(Linking, KeepsSharedMemoryOfFilesApart) {
  const std::string text = R"(
      __device__ int CALLEE(int value);
      /// Adds `value` and the thread's neighbour's in the block.
      __device__ int NAME(int value) {
        __shared__ int slots[64];
        __syncthreads();
        slots[threadIdx.x] = value;
        __syncthreads();
        return value + slots[threadIdx.x ^ 1];
      }
      __global__ void KERNEL(int* out) {
        __shared__ double own[64];
        extern __shared__ int dynamic[];
        const int i = threadIdx.x;
        own[i] = i;
        dynamic[i] = 1000 + i;
        int sum = NAME(i);
        sum += 1000 * CALLEE(100 + i);
        __syncthreads();
        out[i] = own[i ^ 1] == (i ^ 1) && dynamic[i ^ 1] == 1000 + (i ^ 1) ? sum : -1;
      } )";
  write("one.cu", "#define NAME first\n#define CALLEE second\n#define KERNEL one\n" + text);
  write("main.cu", "#define NAME second\n#define CALLEE first\n#define KERNEL two\n" + text + R"(
      #include <cstdio>
      __global__ void one(int* out);
      __global__ void alone() { __shared__ char little[4]; little[threadIdx.x] = 0; }
      template <class Kernel>
      void run(Kernel kernel) {
        int* out;
        cudaMallocManaged(&out, 64 * sizeof(int));
        kernel<<<3, 64, 64 * sizeof(int)>>>(out);
        int right = cudaDeviceSynchronize() == cudaSuccess;
        for (int i = 0; i < 64; ++i) right += out[i] == i + (i ^ 1) + 1000 * (200 + i + (i ^ 1));
        cudaFuncAttributes attributes;
        cudaFuncGetAttributes(&attributes, kernel);
        std::printf("%d right, %d bytes\n", right, static_cast<int>(attributes.sharedSizeBytes));
      }
      int main() {
        run(one);
        run(two);
        cudaFuncAttributes attributes;
        cudaFuncGetAttributes(&attributes, alone);
        std::printf("alone %d bytes\n", static_cast<int>(attributes.sharedSizeBytes));
      } )");
  expect("simtcc -rdc=true main.cu one.cu -o program && ./program",
         "65 right, 1024 bytes\n65 right, 1024 bytes\nalone 4 bytes\n");
}

TEST_F(Linking, CallsFunctionsWithSharedMemoryThroughPointers) {
  write("table.cu", R"(
      static __device__ int neighbour(int value) {
        __shared__ int slots[32];
        slots[threadIdx.x] = value;
        __syncthreads();
        return slots[31 - threadIdx.x];
      }
      __device__ int (*table)(int) = neighbour; )");
  write("main.cu", R"(
      #include <cstdio>
      extern __device__ int (*table)(int);
      __global__ void kernel(int* out) {
        __shared__ int own[32];
        own[threadIdx.x] = 1;
        const int result = table(threadIdx.x);
        atomicAdd(out, result * own[31 - threadIdx.x]);
      }
      int main() {
        int* out;
        cudaMallocManaged(&out, sizeof(int));
        *out = 0;
        kernel<<<1, 32>>>(out);
        cudaDeviceSynchronize();
        std::printf("%d\n", *out);
      } )");
  expect("simtcc -rdc=true main.cu table.cu -o program && ./program", "496\n");
}

TEST_F(Linking, RefusesTooMuchSharedMemoryAtTheLaunch) {
  const std::string text = R"(
      __device__ int NAME(int value) {
        __shared__ int slots[8000];
        slots[value] = value;
        return slots[value];
      } )";
  write("one.cu", "#define NAME one\n" + text);
  write("main.cu", "#define NAME two\n" + text + R"(
      #include <cstdio>
      __device__ int one(int value);
      __global__ void kernel() { one(two(0)); }
      int main() {
        kernel<<<1, 1>>>();
        std::puts(cudaGetErrorName(cudaGetLastError()));
      } )");
  expect("simtcc -rdc=true main.cu one.cu -o program && ./program 2>&1",
         "simt: error: kernel(): 64000 bytes of static shared memory, with that of functions of "
         "other modules; the device has 49152\ncudaErrorInvalidValue\n");
}

TEST_F(Linking, ResolvesEachImageWithinItsKind) {
  write_relocatable_sources();
  const auto symbols = [this](const std::string& command) {
    return shell(command + " | grep -E -o '[TUD] .*simt_(fast|checked).*' | sort").output;
  };
  ASSERT_EQ(simtcc("-dc main.cu counter.cu").status, 0);
  EXPECT_EQ(symbols("nm main.o"),
            "U _Z4bumpi.simt_checked\nU _Z4bumpi.simt_fast\n"
            "U counter.simt_checked.cell\nU counter.simt_fast.cell\n"
            "U plain.simt_checked\nU plain.simt_fast\n");
  const Outcome defined = shell("nm --defined-only counter.o");
  for (const char* symbol : {"T _Z4bumpi.simt_checked\n", "T _Z4bumpi.simt_fast\n",
                             "counter.simt_checked.cell\n", "counter.simt_fast.cell\n"}) {
    EXPECT_THAT(defined.output, testing::HasSubstr(symbol));
  }
  expect("simtcc --simt-images=fast -rdc=true main.cu counter.cu -o program && ./program", "42\n");
}

TEST_F(Linking, KeepsDeviceCodeApartOtherwise) {
  write_separate_sources();
  expect("simtcc main.cpp one.cu two.cu -o program && ./program", "1 2 1\n");
  expect("simtcc -rdc=true main.cpp one.cu two.cu -o program && ./program", "1 2 1\n");
}

TEST_F(Linking, TakesDeviceCodeFromLibraries) {
  write_separate_sources();
  expect(
      "simtcc -lib one.cu -o libone.a && simtcc -shared two.cu -o libtwo.so && "
      "simtcc main.cpp -L. -lone -ltwo -Xlinker -rpath,. -o program && ./program",
      "1 2 1\n");
}

TEST_F(Linking, TakesOneSourceTwice) {
  write_separate_sources();
  expect(
      "simtcc -c one.cu -o a.o && simtcc -c one.cu -o b.o -DOTHER && "
      "objcopy --redefine-sym _Z3onev=_Z3twov b.o && simtcc main.cpp a.o b.o -o program && "
      "./program",
      "1 1 1\n");
}

}  // namespace
