// SPDX-License-Identifier: Apache-2.0
/// Reports as lines of JSON, from the program that is explored to the command that shows them.
#pragma once

#include <string>

#include "simt/explore/report_sink.h"

namespace simt {

class ReportStream final : public ReportSink {
 public:
  /// `file`: an open file of the process.
  explicit ReportStream(int file) : file_(file) {}

  void add(const LaunchPart& part) override { send(to_json(part)); }

 private:
  void send(std::string line) const;

  int file_;
};

}  // namespace simt
