// SPDX-License-Identifier: Apache-2.0
#include "simt/explore/program_runner.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "simt/explore/report_stream.h"
#include "simt/schedule/random.h"

namespace simt {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProgramRunReport, program, launches, trace)

std::string to_json(const ProgramRunReport& report) { return nlohmann::json(report).dump(); }

ProgramRunReport program_run_report_from_json(std::string_view text) try {
  return nlohmann::json::parse(text).get<ProgramRunReport>();
} catch (const nlohmann::json::exception& error) {
  throw std::invalid_argument(error.what());
}

ProgramRunner::ProgramRunner(Machine& machine, ProgramRun run)
    : machine_(machine), run_(std::move(run)) {
  report_.program = program_fingerprint();
}

LaunchOutcome ProgramRunner::run(const Launch& launch) {
  ScheduleSpec schedule = run_.token.schedule;
  schedule.seed = derive(schedule.seed, launch.number);
  schedule.fill = derive(schedule.fill, launch.number);
  ScheduledRun run = machine_.run(launch, schedule, {});
  ++report_.launches;
  report_.trace = mix(mix(report_.trace ^ launch.number) ^ run.trace.hash);
  // A program that is killed later does not come to its end.
  report();
  return std::move(run.outcome);
}

void ProgramRunner::report() const {
  if (run_.report_file >= 0) send_line(run_.report_file, to_json(report_));
}

}  // namespace simt
