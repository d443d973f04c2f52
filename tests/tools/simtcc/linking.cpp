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
      __device__ void bump(int by) { counter += by; } )");
    write("main.cu", R"(
      #include <cstdio>
      extern __device__ int counter;
      extern __device__ void bump(int by);
      static __global__ void kernel() { bump(2); }
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
