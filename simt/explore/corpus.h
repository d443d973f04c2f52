// SPDX-License-Identifier: Apache-2.0
/// A file of schedules that made tests fail, so that they are run first the next time. A line is
/// `TEST<tab>KERNEL<tab>TOKEN`; lines that begin with # say something to people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/explore/options.h"

namespace simt {

class Corpus {
 public:
  explicit Corpus(std::string file) : file_(std::move(file)) {}

  /// Failures of `test`; none where there is no such file. Throws StorageError where it
  /// cannot be read, or a line is not as above.
  std::vector<KnownFailure> of(std::string_view test) const;

  /// Adds what is not there yet. Processes that add at the same time do not lose each other's
  /// lines. Throws StorageError where the file cannot be written; it is then as it was.
  void add(std::string_view test, const std::vector<KnownFailure>& failures) const;

 private:
  struct Line {
    std::string test;
    KnownFailure failure;
  };
  std::vector<Line> read() const;
  [[noreturn]] void fail(int error) const;

  std::string file_;
};

}  // namespace simt
