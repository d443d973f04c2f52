// SPDX-License-Identifier: Apache-2.0
/// simtcc: compiles CUDA C++ for machines without a GPU.
#include <llvm/Support/raw_ostream.h>

#include <vector>

#include "tools/simtcc/driver.h"
#include "tools/simtcc/failure.h"

int main(int argc, char** argv) {
  using namespace simt::cc;
  try {
    run(parse_command_line(std::vector<const char*>(argv + 1, argv + argc)), argv[0]);
  } catch (const Failure& failure) {
    if (*failure.what() != '\0') llvm::errs() << "simtcc: error: " << failure.what() << '\n';
    return static_cast<int>(failure.status());
  } catch (const std::exception& error) {
    llvm::errs() << "simtcc: error: " << error.what() << '\n';
    return static_cast<int>(ExitStatus::kCrash);
  }
  return static_cast<int>(ExitStatus::kSuccess);
}
