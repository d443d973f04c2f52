// SPDX-License-Identifier: Apache-2.0
/// What simtcc makes of nvcc's options, seen in the commands that --dryrun shows.
#include <gmock/gmock.h>

#include <regex>
#include <sstream>

#include "workbench.h"

namespace {

using testing::HasSubstr;
using testing::Not;

/// The shown commands of one kind. Each pass has a word that no other has.
std::string commands_with(const std::string& shown, const std::string& word) {
  std::istringstream lines(shown);
  std::string commands;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(word) != std::string::npos) commands += line + "\n";
  }
  return commands;
}

const char* word_of(const std::string& pass) {
  if (pass == "host") return "--cuda-host-only";
  if (pass == "device") return "--cuda-device-only";
  if (pass == "kernel") return "-x ir";
  if (pass == "c++") return "-x c++";
  return "--start-group";
}

class Options : public Workbench {
 protected:
  Options() {
    write("a.cu", "");
    write("b.cu", "");
    write("c.cpp", "");
    write("d.c", "");
    write("o.o", "");
  }
};

TEST_F(Options, ThatCannotMatterAreAccepted) {
  for (const char* option : {"-lineinfo",
                             "--generate-line-info",
                             "-m64",
                             "-maxrregcount=32",
                             "-maxrregcount 32",
                             "--maxrregcount=32",
                             "-Xptxas -v",
                             "-Xptxas=-v,-O3",
                             "--ptxas-options=-v",
                             "-Xnvlink -v",
                             "-Xcudafe --diag_suppress=177",
                             "-Xfatbin -compress-all",
                             "-res-usage",
                             "-cudart shared",
                             "--cudart=static",
                             "-restrict",
                             "-dlto",
                             "-ewp",
                             "-extra-device-vectorization",
                             "-prec-div=false",
                             "-prec-sqrt=true",
                             "-allow-unsupported-compiler",
                             "-diag-suppress 177",
                             "--diag-suppress=177,20012",
                             "-src-in-ptx",
                             "--expt-relaxed-constexpr",
                             "-expt-relaxed-constexpr",
                             "--extended-lambda",
                             "--expt-extended-lambda",
                             "-use_fast_math",
                             "--use_fast_math",
                             "-Wno-deprecated-gpu-targets",
                             "-Xcompiler -Wall,-Wextra",
                             "-t 2",
                             "--threads=2",
                             "-t0",
                             "-ftemplate-depth=2000",
                             "--default-stream legacy",
                             "--default-stream=per-thread",
                             "-default-stream null",
                             "-split-compile 4",
                             "-Werror all-warnings",
                             "-Werror=cross-execution-space-call",
                             "-w",
                             "-link",
                             "-O3",
                             "-O 2",
                             "--optimize=1",
                             "-g",
                             "-G",
                             "-pg",
                             "-std=c++17",
                             "--std c++20",
                             "-lcudart",
                             "-lcudadevrt",
                             "-arch=native",
                             "-arch=all-major",
                             "-arch sm_75",
                             "-code=sm_90",
                             "-rdc=true",
                             "-rdc false",
                             "--relocatable-device-code=true",
                             "-fmad=false",
                             "-ftz=true",
                             "-ccbin g++",
                             "-x cu",
                             "-no-compress",
                             "-Ofast-compile=max",
                             "--compiler-options -fno-strict-aliasing"}) {
    const Outcome outcome = simtcc(std::string("--dryrun a.cu ") + option);
    EXPECT_EQ(outcome.status, 0) << option << "\n" << outcome.errors;
  }
}

TEST_F(Options, ReachTheRightPasses) {
  struct Row {
    const char* arguments;
    const char* pass;
    const char* expected;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"a.cu", "device", "-D__CUDA_ARCH__=900 "},
           {"a.cu", "host", "-D__CUDACC__ "},
           {"a.cu", "host", "-std=gnu++17 "},
           {"a.cu", "kernel", " -O2 "},
           {"a.cu -O1", "kernel", " -O1 "},
           {"a.cu -O1", "host", " -O1 "},
           {"a.cu -g", "kernel", " -O0 "},
           {"a.cu -g -O2", "kernel", " -O2 "},
           {"a.cu -G -O2", "kernel", " -O0 "},
           {"a.cu -G", "host", " -g "},
           {"a.cu -G", "device", "-D__CUDACC_DEBUG__"},
           {"a.cu -arch=sm_75", "device", "-D__CUDA_ARCH__=750 "},
           {"a.cu -arch=sm_75", "host", "-D__CUDA_ARCH_LIST__=750 "},
           {"a.cu --gpu-architecture compute_120", "device", "-D__CUDA_ARCH__=1200 "},
           {"a.cu -arch=sm_90a", "device", "-D__CUDA_ARCH_FEAT_SM90_ALL"},
           {"a.cu -gencode arch=compute_70,code=sm_70 -gencode arch=compute_86,code=sm_86 "
            "-gencode=arch=compute_120,code=compute_120",
            "device", "-D__CUDA_ARCH__=860 "},
           {"a.cu --generate-code arch=compute_103,code=[sm_103,compute_103]", "device",
            "-D__CUDA_ARCH__=1030 "},
           {"a.cu -DX=1 -D Y -D=Z --define-macro W", "device", "-DX=1 -DY -DZ -DW "},
           {"a.cu -UX --undefine-macro=Y", "host", "-UX -UY "},
           {"a.cu -Ia -I b -I=c --include-path=d", "device", "-Ia -Ib -Ic -Id "},
           {"a.cu -isystem a --system-include b", "host", "-isystem a -isystem b "},
           {"a.cu -include x.h", "device", "-include x.h "},
           {"a.cu -std=c++20", "device", "-std=c++20 "},
           {"a.cu -Xcompiler -fopenmp,-DX=1", "host", "-fopenmp -DX=1 "},
           {"a.cu -Xcompiler -fopenmp,-DX=1", "device", "-DX=1 "},
           {"a.cu -Xcompiler -fopenmp", "link", "-fopenmp "},
           {"a.cu -Xcompiler '-Wall -Wextra'", "host", "-Wall -Wextra "},
           {"a.cu -Xcompiler '-DX=f(1\\,2)'", "host", "-DX=f(1,2)"},
           {"a.cu -use_fast_math", "device", "-fgpu-flush-denormals-to-zero"},
           {"a.cu -use_fast_math", "device", "-D__USE_FAST_MATH__"},
           {"a.cu -fmad=false", "device", "-ffp-contract=off"},
           {"a.cu -rdc=true", "host", "-fgpu-rdc -fuse-cuid=none"},
           {"a.cu -rdc=true", "device", "-D__CUDACC_RDC__"},
           {"a.cu -rdc=true", "host", "-Xclang -cuid="},
           {"a.cu -rdc=true", "device", "-Xclang -cuid="},
           {"a.cu -rdc=true", "kernel", "SIMT_PASS_RDC=1"},
           {"a.cu --default-stream per-thread", "host", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"},
           {"a.cu --extended-lambda", "device", "-D__CUDACC_EXTENDED_LAMBDA__"},
           {"a.cu --expt-relaxed-constexpr", "device", "-D__CUDACC_RELAXED_CONSTEXPR__"},
           {"a.cu -Werror all-warnings", "host", " -Werror "},
           {"a.cu -lfoo -L bar -L=baz -l qux", "link", "-lfoo -Lbar -Lbaz -lqux "},
           {"a.cu -Xlinker -rpath,/x", "link", "-Xlinker -rpath -Xlinker /x "},
           {"a.cu o.o -lm", "link", "o.o -lm "},
           {"a.cu -shared -o a.so", "link", "-shared "},
           {"a.cu c.cpp", "c++", "-D__NVCC__"},
           {"c.cpp -ccbin /opt/bin/g++", "c++", "#$ /opt/bin/g++ "},
           {"-x cu c.cpp", "device", "c.cpp"},
           {"-forward-unknown-to-host-compiler -fopenmp a.cu", "host", " -fopenmp "},
           {"-forward-unknown-to-host-linker -static-pie a.cu", "link", " -static-pie "},
       }) {
    const Outcome outcome = simtcc(std::string("--dryrun ") + row.arguments);
    ASSERT_EQ(outcome.status, 0) << row.arguments << "\n" << outcome.errors;
    const std::string commands = commands_with(outcome.errors, word_of(row.pass));
    const std::string plain = std::regex_replace(commands, std::regex("'"), "");
    EXPECT_THAT(plain, HasSubstr(row.expected)) << row.arguments;
  }
}

TEST_F(Options, StayOutOfTheOtherPasses) {
  struct Row {
    const char* arguments;
    const char* pass;
    const char* unexpected;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"a.cu", "host", "-D__CUDA_ARCH__"},
           {"a.cu", "link", "-lcudart"},
           {"a.cu -lcudart -lcudadevrt -lcuda", "link", "-lcuda"},
           {"a.cu -Xcompiler -fopenmp", "device", "-fopenmp"},
           {"a.cu -Xptxas -v", "device", " -v "},
           {"c.cpp", "c++", "-D__CUDACC__ "},
           {"c.cpp", "c++", "simt/prelude.h"},
           {"a.cu", "host", "-D__CUDACC_RDC__"},
       }) {
    const Outcome outcome = simtcc(std::string("--dryrun ") + row.arguments);
    ASSERT_EQ(outcome.status, 0) << row.arguments << "\n" << outcome.errors;
    EXPECT_THAT(commands_with(outcome.errors, word_of(row.pass)), Not(HasSubstr(row.unexpected)))
        << row.arguments;
  }
}

TEST_F(Options, ThatAreWrongAreNamed) {
  struct Row {
    const char* arguments;
    int status;
    const char* message;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"", 2, "no input files"},
           {"-c", 2, "no input files"},
           {"a.cu --frobnicate", 2, "unknown option '--frobnicate'"},
           {"a.cu --use-fast-math", 2, "did you mean '--use_fast_math'?"},
           {"a.cu -extended-lambdas", 2, "did you mean '-extended-lambda'?"},
           {"a.cu -fopenmp", 2, "-Xcompiler passes options to the host compiler"},
           {"a.cu -o", 2, "'-o' needs a value"},
           {"a.cu -o x -o y", 2, "'-o' is given twice"},
           {"a.cu -c -E", 2, "options '-c' and '-E' exclude each other"},
           {"a.cu b.cu -c -o x.o", 2, "several sources"},
           {"a.cu -O4", 2, "'-O' takes 0, 1, 2 or 3, not '4'"},
           {"a.cu -std=c++98", 2, "'-std' takes"},
           {"a.cu -rdc=maybe", 2, "'-rdc' takes true or false, not 'maybe'"},
           {"a.cu --simt-images=checked", 2,
            "'--simt-images' takes fast or fast,checked, not 'checked'"},
           {"a.cu -t many", 2, "'-t' takes a number, not 'many'"},
           {"a.cu --default-stream=fast", 2, "'--default-stream' takes"},
           {"a.cu -x fortran", 2, "'-x' takes"},
           {"a.cu -arch=sm_42", 2, "unknown GPU architecture 'sm_42' in -arch"},
           {"a.cu -arch=90", 2, "unknown GPU architecture '90' in -arch"},
           {"a.cu -arch=sm_80a", 2, "unknown GPU architecture 'sm_80a' in -arch"},
           {"a.cu -code=sm_1", 2, "unknown GPU architecture 'sm_1' in -code"},
           {"a.cu -gencode compute_90", 2, "-gencode takes arch="},
           {"a.cu -gencode arch=compute_1,code=sm_1", 2, "'compute_1' in -gencode"},
           {"a.cu -ptx", 6, "option '-ptx' is not supported"},
           {"a.cu --cubin", 6, "option '--cubin' is not supported"},
           {"a.cu -fatbin", 6, "option '-fatbin' is not supported"},
           {"a.cu -m32", 6, "option '-m32' is not supported"},
           {"a.cu -run", 6, "option '-run' is not supported"},
           {"a.cu -lcublas", 6, "'-lcublas': simt has no such library"},
           {"-optf missing.txt a.cu", 3, "cannot read options file 'missing.txt'"},
       }) {
    const Outcome outcome = simtcc(row.arguments);
    EXPECT_EQ(outcome.status, row.status) << row.arguments << "\n" << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr(row.message)) << row.arguments;
    EXPECT_THAT(outcome.errors, testing::StartsWith("simtcc: error: ")) << row.arguments;
  }
}

TEST_F(Options, AreReadFromFiles) {
  write("options.txt", "-DONE=1\n-DTWO='a b' @more.txt\n");
  write("more.txt", "-c a.cu");
  for (const char* arguments : {"--dryrun -optf options.txt", "--dryrun --options-file=options.txt",
                                "--dryrun @options.txt"}) {
    const Outcome outcome = simtcc(arguments);
    ASSERT_EQ(outcome.status, 0) << arguments << "\n" << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr("-DONE=1 '-DTWO=a b'")) << arguments;
  }
}

TEST_F(Options, VersionReadsLikeThatOfNvcc) {
  const Outcome outcome = simtcc("--version");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(std::regex_search(outcome.output, std::regex(R"(release 13\.0, V13\.0\.[0-9]+)")))
      << outcome.output;
}

TEST_F(Options, HelpTellsOptionsAndStatuses) {
  const Outcome outcome = simtcc("--help");
  EXPECT_EQ(outcome.status, 0);
  for (const char* word : {"-arch <sm_NN>", "-Xcompiler", "-rdc", "EXIT STATUS"}) {
    EXPECT_THAT(outcome.output, HasSubstr(word));
  }
}

TEST_F(Options, ArchitecturesAreListed) {
  EXPECT_THAT(simtcc("--list-gpu-code").output, HasSubstr("sm_90\n"));
  EXPECT_THAT(simtcc("--list-gpu-arch").output, HasSubstr("compute_90\n"));
}

TEST_F(Options, DryrunWritesNothing) {
  const std::vector<std::string> before = files();
  EXPECT_EQ(simtcc("--dryrun a.cu c.cpp d.c -o program -MD").status, 0);
  EXPECT_EQ(files(), before);
  EXPECT_TRUE(leftovers().empty());
}

}  // namespace
