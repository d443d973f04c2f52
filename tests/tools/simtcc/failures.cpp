// SPDX-License-Identifier: Apache-2.0
/// Bad input, bad surroundings, and how simtcc ends then.
#include <gmock/gmock.h>
#include <unistd.h>

#include "workbench.h"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Failures : public Workbench {
 protected:
  Failures() { write("a.cu", "__global__ void kernel() {}\n"); }

  void expect(const std::string& command, int status, const std::string& message) {
    const Outcome outcome = shell(command);
    EXPECT_EQ(outcome.status, status) << command << "\n" << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr(message)) << command;
    EXPECT_THAT(leftovers(), IsEmpty()) << command;
  }
};

TEST_F(Failures, Inputs) {
  write("data.xyz", "");
  write("directory/a.cu", "");
  for (const char* options : {"", "-c ", "-E ", "-M "}) {
    const std::string start = std::string("'" SIMTCC "' ") + options;
    expect(start + "missing.cu", 3, "no such file: 'missing.cu'");
    expect(start + "directory", 3, "'directory' is a directory");
    expect(start + "data.xyz", 3, "'data.xyz' is no source, object or library");
  }
  expect("'" SIMTCC "' missing.o", 3, "no such file: 'missing.o'");
  if (geteuid() != 0) {
    shell("chmod a-r a.cu");
    expect("'" SIMTCC "' -c a.cu", 3, "cannot read 'a.cu'");
  }
  EXPECT_THAT(files(), ElementsAre("a.cu", "data.xyz", "directory"));
}

TEST_F(Failures, Outputs) {
  shell("mkdir directory");
  expect("'" SIMTCC "' -c a.cu -o nowhere/a.o", 4, "cannot write 'nowhere/a.o'");
  expect("'" SIMTCC "' -c a.cu -o directory", 4, "'directory': it is a directory");
  expect("'" SIMTCC "' a.cu -o directory", 4, "'directory': it is a directory");
  expect("'" SIMTCC "' -c a.cu -MD -MF nowhere/a.d", 4, "cannot write 'nowhere/a.d'");
  expect("'" SIMTCC "' -E a.cu -o nowhere/a.ii", 4, "cannot write 'nowhere/a.ii'");
  if (geteuid() != 0) {
    shell("chmod a-w directory");
    expect("'" SIMTCC "' -c a.cu -o directory/a.o", 4, "cannot write 'directory/a.o'");
  }
  expect("TMPDIR=/nowhere '" SIMTCC "' -c a.cu", 4, "temporary");
  EXPECT_THAT(files(), ElementsAre("a.cu", "directory"));
}

TEST_F(Failures, Toolchain) {
  expect("SIMTCC_CLANG=./none '" SIMTCC "' -c a.cu", 5, "SIMTCC_CLANG names './none'");
  write_fake_clang("3.8.1", "exit 0");
  expect("SIMTCC_CLANG=./clang '" SIMTCC "' -c a.cu", 5, "'./clang' is Clang 3.8.1, but");
  shell("mkdir -p prefix/bin && cp '" SIMTCC "' prefix/bin/simtcc");
  expect("prefix/bin/simtcc -c a.cu", 5, "the headers of simt are not in");
  shell("mkdir -p prefix/lib/simt/include");
  expect("prefix/bin/simtcc -c a.cu", 5, "the kernel pass is missing");
}

TEST_F(Failures, ToolThatCrashes) {
  write_fake_clang(SIMTCC_CLANG_VERSION, "kill -SEGV $$");
  expect("SIMTCC_CLANG=./clang '" SIMTCC "' -c a.cu", 8, "crashed");
  EXPECT_THAT(files(), ElementsAre("a.cu", "clang"));
}

TEST_F(Failures, UnsupportedFeaturesAreNamedAtTheirLine) {
  write(
      "ptx.cu",
      "__global__ void kernel(int* out) {\n  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(*out));\n}\n");
  expect("'" SIMTCC "' -c ptx.cu", 1, "ptx.cu:2:3: ");
  expect("'" SIMTCC "' -c ptx.cu", 1, "inline PTX is not supported: asm(\"mov.u32 $0, %laneid;\")");
  write("half.cu", "#include <cuda_fp16.h>\n");
  expect("'" SIMTCC "' -c half.cu", 1, "<cuda_fp16.h> (half precision) is not supported");
  write("large.cu", "struct Large {\n  char bytes[32768];\n};\n__global__ void kernel(Large) {}\n");
  expect("'" SIMTCC "' -c large.cu", 1, "large.cu:4:");
  expect("'" SIMTCC "' -c large.cu", 1, "take 32768 bytes; CUDA allows 32764");
  write("reference.cu", "__global__ void kernel(int* out, int& in) {}\n");
  expect("'" SIMTCC "' -c reference.cu", 1, "reference.cu:1:");
  expect("'" SIMTCC "' -c reference.cu", 1, "have a reference among them");
  const std::string errors = shell("'" SIMTCC "' -c reference.cu").errors;
  EXPECT_EQ(errors.find("error:"), errors.rfind("error:")) << "once for all images";
  write("variadic.cu", "__global__ void kernel(int, ...) {}\n");
  expect("'" SIMTCC "' -c variadic.cu", 1, "variadic.cu:1:");
  write("shared.cu",
        "__global__ void kernel(int* out) {\n  __shared__ int slots[12289];\n  "
        "slots[threadIdx.x] = 1;\n  __syncthreads();\n  *out = slots[0];\n}\n");
  expect(
      "'" SIMTCC "' -c shared.cu", 1,
      "the kernel 'kernel(int*)' has 49156 bytes of static __shared__ memory; CUDA allows 49152");
  write("undefined.cu",
        "__device__ int elsewhere();\n__global__ void kernel(int* out) {\n  *out = "
        "elsewhere();\n}\n");
  expect("'" SIMTCC "' -c undefined.cu", 1, "undefined.cu:3:10: ");
  expect("'" SIMTCC "' -c undefined.cu", 1,
         "'elsewhere()' is declared but not defined in this file");
}

TEST_F(Failures, Linking) {
  write("main.cpp", "int undefined_function();\nint main() { return undefined_function(); }\n");
  expect("'" SIMTCC "' main.cpp -o program", 7, "undefined_function");
  write("broken.o", "no object");
  expect("'" SIMTCC "' broken.o -o program", 7, "broken.o");
  expect("'" SIMTCC "' main.cpp -lno_such_library -o program", 7, "no_such_library");
  EXPECT_THAT(files(), ElementsAre("a.cu", "broken.o", "main.cpp"));
}

TEST_F(Failures, InterruptLeavesNothing) {
  write_fake_clang(SIMTCC_CLANG_VERSION, "touch started; exec sleep 60");
  expect("SIMTCC_CLANG=$PWD/clang '" SIMTCC
         "' -c a.cu & "
         "while [ ! -e started ]; do sleep 0.01; done; kill -TERM $!; wait $!",
         130, "");
  EXPECT_THAT(files(), ElementsAre("a.cu", "clang", "started"));
}

}  // namespace
