// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/replayer.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "simt/explore/explanation.h"
#include "simt/explore/failure_text.h"
#include "simt/explore/process_pool.h"

namespace simt {

LaunchOutcome Replayer::run_named(LaunchTrial& trial) {
  trial.restore_start(token().schedule.fill);
  const ScheduledRun replayed = trial.machine().run(trial.launch(), token().schedule, {});
  // The canonical run, and what takes more runs to find out, is for a child: memory here stays as
  // the replayed schedule left it.
  ProcessPool::run(
      1,
      [&](unsigned, const ProcessPool::Report& report) {
        trial.restore_start(trial.canonical().fill);
        trial.machine().printf_buffer().take();
        trial.run_canonical(nullptr);
        Trial again = trial.run(token().schedule, {});
        if (!again.differs()) {
          report("the launch ends as under the canonical schedule");
          return;
        }
        ScheduleSpec schedule = token().schedule;
        Failure failure = classify(trial, schedule, again, {});
        name_writers(trial, schedule, failure);
        report(to_text(failure));
      },
      [&](unsigned, std::string_view line) {
        if (!line.empty()) fmt::print(stderr, "simt: replay: {}\n", line);
        return true;
      },
      [](unsigned, int signal) {
        fmt::print(stderr, "simt: replay: the process is killed by signal {}\n", signal);
        return false;
      });
  trial.restore_printed_before();
  return replayed.outcome;
}

}  // namespace simt
