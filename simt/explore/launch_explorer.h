// SPDX-License-Identifier: Apache-2.0
/// Explores launches: runs each under many schedules, in child processes, and keeps the canonical
/// result.
#pragma once

#include <memory>

#include "simt/explore/launch_report.h"
#include "simt/explore/launch_runner.h"
#include "simt/explore/launch_trial.h"
#include "simt/explore/options.h"
#include "simt/explore/report_sink.h"
#include "simt/grid/machine.h"
#include "simt/memory/memory_map.h"

namespace simt {

class LaunchExplorer final : public LaunchRunner {
 public:
  LaunchExplorer(Machine& machine, const MemoryMap& memory, ExploreOptions options,
                 std::unique_ptr<ReportSink> sink);

  /// Runs `launch` under the canonical schedule, and if the options say so explores it. The outcome
  /// is the canonical one.
  LaunchOutcome run(const Launch& launch) override;

 private:
  bool is_wanted(const Launch& launch) const;
  bool must_not_depend_on_shape(const Launch& launch) const;
  void explore(LaunchTrial& trial, LaunchPart part);

  Machine& machine_;
  const MemoryMap& memory_;
  ExploreOptions options_;
  std::uint32_t program_;
  std::unique_ptr<ReportSink> sink_;
  bool stopped_ = false;
};

}  // namespace simt
