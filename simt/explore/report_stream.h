// SPDX-License-Identifier: Apache-2.0
/// Reports as lines of JSON, from the program that is explored to the command that shows them.
#pragma once

#include <string>

#include "simt/explore/report_sink.h"

namespace simt {

/// Writes a line to an open file; nothing where nobody reads it any more.
void send_line(int file, std::string line);

class ReportStream final : public ReportSink {
 public:
  /// `file`: an open file of the process.
  explicit ReportStream(int file) : file_(file) {}

  void add(const LaunchPart& part) override { send_line(file_, to_json(part)); }

 private:
  int file_;
};

}  // namespace simt
