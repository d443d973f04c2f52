// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <cstdlib>

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

namespace simt::pass {
namespace {

llvm::StringRef required(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') {
    llvm::report_fatal_error(llvm::Twine("simt kernel pass: ") + name +
                                 " is not set; the plugin is loaded by simtcc only",
                             /*gen_crash_diag=*/false);
  }
  return value;
}

}  // namespace

Options options_from_environment() {
  Options options;
  const llvm::StringRef image = required("SIMT_PASS_IMAGE");
  const int known = llvm::StringSwitch<int>(image)
                        .Case("fast", static_cast<int>(Image::kFast))
                        .Case("checked", static_cast<int>(Image::kChecked))
                        .Case("host", static_cast<int>(Image::kHost))
                        .Default(-1);
  if (known < 0) {
    llvm::report_fatal_error("simt kernel pass: SIMT_PASS_IMAGE=" + image + " is not an image",
                             /*gen_crash_diag=*/false);
  }
  options.image = static_cast<Image>(known);
  options.module_id = required("SIMT_PASS_MODULE_ID").str();
  options.source = required("SIMT_PASS_SOURCE").str();
  options.relocatable = required("SIMT_PASS_RDC") == "1";
  return options;
}

}  // namespace simt::pass
