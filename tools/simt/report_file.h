// SPDX-License-Identifier: Apache-2.0
/// The file that a report is written to.
#pragma once

#include <cstdio>
#include <string>

namespace simt {

/// Where a report goes: a file, or standard error for an empty name.
class ReportFile {
 public:
  /// Throws std::invalid_argument where the file cannot be written.
  explicit ReportFile(const std::string& name);
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;

  /// Throws std::runtime_error where it cannot be written whole.
  void write(const std::string& text);

 private:
  std::string name_;
  std::FILE* file_;
};

}  // namespace simt
