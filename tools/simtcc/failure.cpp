// SPDX-License-Identifier: Apache-2.0
/// Describes the exit statuses.
#include "tools/simtcc/failure.h"

namespace simt::cc {

const char* exit_status_help() {
  return "EXIT STATUS:\n"
         "  0    success\n"
         "  1    a source does not compile\n"
         "  2    the command line is wrong\n"
         "  3    an input is missing, unreadable or of no known kind\n"
         "  4    the output cannot be written\n"
         "  5    Clang or a part of simt is missing or of the wrong version\n"
         "  6    an option or a library is known from CUDA but not supported\n"
         "  7    linking failed\n"
         "  8    a tool crashed\n"
         "  130  interrupted\n"
         "No output is written unless the status is 0.\n";
}

}  // namespace simt::cc
