// SPDX-License-Identifier: Apache-2.0
/// What simtcc tells the plugin, through the environment of the Clang that loads it.
#pragma once

#include <string>

namespace simt::pass {

/// Which of the compilations of one source file the plugin runs in.
enum class Image { kFast, kChecked, kHost };

struct Options {
  Image image = Image::kFast;
  /// Names the module; joins the host object's registration with the images
  /// (simt/abi/fat_binary.h).
  std::string module_id;
  /// Path of the source as the user gave it.
  std::string source;
  /// Whether device symbols are visible to other translation units (-rdc=true).
  bool relocatable = false;
};

/// Reads SIMT_PASS_IMAGE (fast, checked, host), SIMT_PASS_MODULE_ID, SIMT_PASS_SOURCE and
/// SIMT_PASS_RDC (0, 1). Ends the compiler with a message where one is missing or malformed.
Options options_from_environment();

}  // namespace simt::pass
