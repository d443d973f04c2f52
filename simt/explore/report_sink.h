// SPDX-License-Identifier: Apache-2.0
/// Where what exploring shows goes, while it goes on.
#pragma once

#include "simt/explore/launch_report.h"

namespace simt {

class ReportSink {
 public:
  virtual ~ReportSink() = default;
  /// A launch has been explored, or was passed over for a reason that a person should know.
  virtual void report(const LaunchReport& report) = 0;
  /// Now and then while a launch is explored.
  virtual void progress(const LaunchProgress&) {}
};

}  // namespace simt
