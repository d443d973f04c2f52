// SPDX-License-Identifier: Apache-2.0
/// Where what exploring shows goes, while it goes on.
#pragma once

#include "simt/explore/launch_report.h"

namespace simt {

class ReportSink {
 public:
  virtual ~ReportSink() = default;
  /// Some schedules of a launch have been run. Once at least for every launch that is explored, and
  /// for one that was passed over for a reason that a person should know.
  virtual void add(const LaunchPart& part) = 0;
};

}  // namespace simt
