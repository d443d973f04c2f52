// SPDX-License-Identifier: Apache-2.0
/// What simtcc writes: objects, rules, libraries, programs.
#include <gmock/gmock.h>

#include "workbench.h"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kernel_source = R"(
#include "scale.h"
__global__ void kernel(int* data) { data[threadIdx.x] *= SCALE; }
)";

class Compiling : public Workbench {
 protected:
  Compiling() {
    write("kernel.cu", kernel_source);
    write("scale.h", "#define SCALE 3\n");
  }

  /// Compiles a source that does not compile unless what is asserted in it holds.
  void expect_compiles(const std::string& options, const std::string& source) {
    write("assertions.cu", source);
    const Outcome outcome = simtcc("-c assertions.cu -o assertions.o " + options);
    EXPECT_EQ(outcome.status, 0) << options << "\n" << outcome.errors;
  }
};

TEST_F(Compiling, WritesOrdinaryObjects) {
  const Outcome outcome = simtcc("-c kernel.cu");
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, IsEmpty());
  EXPECT_THAT(files(), ElementsAre("kernel.cu", "kernel.o", "scale.h"));
  EXPECT_THAT(leftovers(), IsEmpty());
  const Outcome archived = shell(
      "ar rcs library.a kernel.o && ld -r kernel.o -o again.o && "
      "nm library.a");
  EXPECT_EQ(archived.status, 0) << archived.errors;
  EXPECT_THAT(archived.output, HasSubstr("__device_stub__kernel"));
  EXPECT_THAT(archived.output, HasSubstr("simt_register_image"));
}

TEST_F(Compiling, PutsTwoImagesIntoObjects) {
  const std::string count_images = "nm kernel.o | grep -c ' simt.register$'";
  for (const char* options : {"", "-O0", "-G", "-rdc=true", "--simt-images fast,checked"}) {
    ASSERT_EQ(simtcc(std::string("-c kernel.cu ") + options).status, 0) << options;
    EXPECT_EQ(shell(count_images).output, "2\n") << options;
    EXPECT_THAT(shell("nm -u kernel.o").output, HasSubstr(" simt_access\n")) << options;
  }
  ASSERT_EQ(simtcc("-c kernel.cu --simt-images=fast").status, 0);
  EXPECT_EQ(shell(count_images).output, "1\n");
  EXPECT_THAT(shell("nm -u kernel.o").output, Not(HasSubstr("simt_access")));
}

TEST_F(Compiling, IsReproducible) {
  for (const char* options : {"", "-rdc=true", "-g"}) {
    ASSERT_EQ(simtcc(std::string("-c kernel.cu -o same.o ") + options).status, 0);
    const std::string first = read("same.o");
    ASSERT_EQ(simtcc(std::string("-c kernel.cu -o same.o ") + options).status, 0);
    EXPECT_TRUE(first == read("same.o")) << options;
  }
}

TEST_F(Compiling, TakesSeveralSourcesAtATime) {
  write("sub/kernel.cu", "__global__ void other() {}\n");
  write("host.cpp", "int host() { return 1; }\n");
  write("plain.c", "int plain(void) { return 2; }\n");
  const Outcome outcome = simtcc("-c -t 2 -odir sub kernel.cu host.cpp plain.c");
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  for (const char* object : {"sub/kernel.o", "sub/host.o", "sub/plain.o"}) {
    EXPECT_TRUE(exists(object)) << object;
  }
  EXPECT_THAT(shell("nm sub/plain.o").output, HasSubstr(" T plain\n"));
}

TEST_F(Compiling, TakesHostCodeWithOpenMP) {
  write("openmp.cu", R"(
    #include <omp.h>
    __global__ void kernel(int* data) { data[threadIdx.x] *= 3; }
    int main() {
      int* data;
      if (cudaMallocManaged(&data, 96 * sizeof *data) != cudaSuccess) return 1;
      int threads = 0;
    #pragma omp parallel num_threads(3)
      {
    #pragma omp single
        threads = omp_get_num_threads();
    #pragma omp for
        for (int i = 0; i < 96; ++i) data[i] = i;
      }
      kernel<<<1, 96>>>(data);
      if (cudaDeviceSynchronize() != cudaSuccess) return 2;
      return threads == 3 && data[95] == 285 ? 0 : 3;
    }
  )");
  const Outcome outcome = simtcc("-Xcompiler -fopenmp openmp.cu -o openmp");
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(shell("./openmp").status, 0);
}

TEST_F(Compiling, DefinesNvccsMacros) {
  expect_compiles("", R"(
    static_assert(__CUDACC__ && __NVCC__ && __CUDACC_VER_MAJOR__ == 13, "");
    static_assert(__CUDACC_VER_MINOR__ == 0 && __CUDACC_VER_BUILD__ >= 0, "");
    static_assert(__cplusplus == 201703L, "");
    #ifdef __CUDA_ARCH__
    static_assert(__CUDA_ARCH__ == 900, "");
    #endif
    #if defined(__CUDACC_RDC__) || defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
    #error "not asked for"
    #endif
    static_assert(CUDART_VERSION >= 13000, ""); )");
  expect_compiles("-arch=sm_75 -std=c++14", R"(
    static_assert(__cplusplus == 201402L, "");
    #ifdef __CUDA_ARCH__
    static_assert(__CUDA_ARCH__ == 750, "");
    #endif )");
  expect_compiles(
      "-rdc=true --extended-lambda -expt-relaxed-constexpr -use_fast_math "
      "-default-stream per-thread",
      R"(
    #if !defined(__CUDACC_RDC__) || !defined(__CUDACC_EXTENDED_LAMBDA__) || \
        !defined(__CUDACC_RELAXED_CONSTEXPR__) || !defined(__USE_FAST_MATH__) || \
        !defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
    #error "missing"
    #endif )");
}

TEST_F(Compiling, HostSourcesAreNotCuda) {
  write("host.cpp",
        "#include <cuda_runtime.h>\n"
        "#ifdef __CUDACC__\n#error CUDA\n#endif\n"
        "#ifndef __NVCC__\n#error no nvcc\n#endif\n"
        "cudaError_t f(dim3 grid) { return grid.x ? cudaSuccess : cudaErrorUnknown; }\n");
  for (const char* options : {"", "-ccbin g++"}) {
    const Outcome outcome = simtcc(std::string("-c host.cpp ") + options);
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
  }
}

TEST_F(Compiling, RelativeIncludesStartAtTheSource) {
  write("deep/kernel.cu", "#include \"../scale.h\"\n#include \"near.h\"\nint n = SCALE + NEAR;\n");
  write("deep/near.h", "#define NEAR 1\n");
  EXPECT_EQ(simtcc("-c deep/kernel.cu -o k.o").status, 0);
}

TEST_F(Compiling, ReportsAnErrorOnce) {
  write("bad.cu",
        "__global__ void kernel() {\n  missing();\n}\nint main() { return undefined_variable; }\n");
  const Outcome outcome = simtcc("bad.cu -o bad");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_FALSE(exists("bad"));
  EXPECT_THAT(leftovers(), IsEmpty());
  for (const char* error : {"bad.cu:2:3: error:", "bad.cu:4:21: error:"}) {
    const std::size_t first = outcome.errors.find(error);
    ASSERT_NE(first, std::string::npos) << outcome.errors;
    EXPECT_EQ(outcome.errors.find(error, first + 1), std::string::npos) << outcome.errors;
  }
}

TEST_F(Compiling, ReportsErrorsOfOnePassOnly) {
  write("device.cu", "void host();\n#ifdef __CUDA_ARCH__\n#error \"seen by the device\"\n#endif\n");
  const Outcome device = simtcc("-c device.cu");
  EXPECT_EQ(device.status, 1);
  EXPECT_THAT(device.errors, HasSubstr("device.cu:3:2: error: \"seen by the device\""));
  write("call.cu", "void host();\n__global__ void kernel() { host(); }\n");
  const Outcome call = simtcc("-c call.cu");
  EXPECT_EQ(call.status, 1);
  EXPECT_THAT(call.errors, HasSubstr("call.cu:2:"));
  EXPECT_THAT(files(), Not(testing::Contains("call.o")));
}

TEST_F(Compiling, WarnsWithoutFailing) {
  write("warn.cu", "__global__ void kernel() {\n  int unused;\n}\n");
  const Outcome warned = simtcc("-c warn.cu -Wunused-variable");
  EXPECT_EQ(warned.status, 0);
  EXPECT_THAT(warned.errors, HasSubstr("warn.cu:2:7: warning:"));
  EXPECT_EQ(simtcc("-c warn.cu -Wunused-variable -Werror all-warnings").status, 1);
  EXPECT_THAT(simtcc("-c warn.cu -Wunused-variable -w").errors, IsEmpty());
}

TEST_F(Compiling, WritesNothingUnlessAllSucceed) {
  write("bad.cu", "int x = y;\n");
  EXPECT_EQ(simtcc("-c -MD kernel.cu bad.cu").status, 1);
  EXPECT_THAT(files(), ElementsAre("bad.cu", "kernel.cu", "scale.h"));
}

TEST_F(Compiling, KeepsAnOldOutputWhereItFails) {
  write("bad.cu", "int x = y;\n");
  write("bad.o", "old");
  EXPECT_EQ(simtcc("-c bad.cu").status, 1);
  EXPECT_EQ(read("bad.o"), "old");
}

TEST_F(Compiling, Preprocesses) {
  const Outcome shown = simtcc("-E kernel.cu");
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.output, HasSubstr("threadIdx.x] *= 3;"));
  EXPECT_EQ(simtcc("-E kernel.cu -o kernel.ii").status, 0);
  EXPECT_THAT(read("kernel.ii"), HasSubstr("threadIdx.x] *= 3;"));
}

TEST_F(Compiling, WritesRules) {
  write("device_only.h", "");
  write("kernel.cu",
        std::string("#ifdef __CUDA_ARCH__\n#include \"device_only.h\"\n#endif\n") + kernel_source);
  ASSERT_EQ(simtcc("-c -MMD kernel.cu").status, 0);
  const std::string rule = read("kernel.d");
  EXPECT_THAT(rule, testing::StartsWith("kernel.o: \\\n  kernel.cu"));
  EXPECT_THAT(rule, HasSubstr("scale.h"));
  EXPECT_THAT(rule, HasSubstr("device_only.h"));
  EXPECT_THAT(rule, Not(HasSubstr("stdlib.h")));

  ASSERT_EQ(simtcc("-c -MD -MP -MF rules -MT target kernel.cu").status, 0);
  EXPECT_THAT(read("rules"), testing::StartsWith("target: "));
  EXPECT_THAT(read("rules"), HasSubstr("stdlib.h"));
  EXPECT_THAT(read("rules"), HasSubstr("\nscale.h:\n"));

  const Outcome shown = simtcc("-MM kernel.cu");
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.output, testing::StartsWith("kernel.o: "));
  EXPECT_EQ(simtcc("-M kernel.cu -MF only").status, 0);
  EXPECT_THAT(read("only"), HasSubstr("scale.h"));
}

TEST_F(Compiling, KeepsIntermediateFilesOnRequest) {
  ASSERT_EQ(simtcc("-c kernel.cu --keep-dir kept").status, 0);
  EXPECT_TRUE(exists("kept/kernel-0.device.bc"));
}

TEST_F(Compiling, MakesLibraries) {
  ASSERT_EQ(simtcc("-lib kernel.cu -o libkernel.a").status, 0);
  EXPECT_THAT(shell("ar t libkernel.a").output, HasSubstr("kernel-0.o"));
}

TEST_F(Compiling, DeviceLinksToAnObject) {
  ASSERT_EQ(simtcc("-dc kernel.cu").status, 0);
  ASSERT_EQ(simtcc("-dlink kernel.o -o linked.o").status, 0);
  EXPECT_EQ(shell("ld -r kernel.o linked.o -o both.o").status, 0);
}

TEST_F(Compiling, WritesToDevices) {
  EXPECT_EQ(simtcc("-c kernel.cu -o /dev/null").status, 0);
  EXPECT_EQ(shell("test -c /dev/null").status, 0);
}

}  // namespace
