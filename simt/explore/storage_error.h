// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace simt {

/// A file that the user named cannot be read or written, or holds something else than it should.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace simt
