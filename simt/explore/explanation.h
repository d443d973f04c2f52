// SPDX-License-Identifier: Apache-2.0
/// From a run that differs to what a person wants to know of it: what differs, who did it, whether
/// the order is to blame or memory that nothing wrote.
#pragma once

#include "simt/explore/element_type.h"
#include "simt/explore/launch_report.h"
#include "simt/explore/launch_trial.h"

namespace simt {

/// What kind of failure the trial is, without looking closer: equal for those that are worth one
/// explanation only.
std::string signature_of(const Trial& trial, const ScheduleSpec& schedule,
                         const ScheduleSpec& canonical);

/// The same from the explanation: equal for failures that a person takes for one.
std::string signature_of(const Failure& failure);

/// Runs the launch a few more times. `schedule` is changed to the simplest that shows the failure
/// as well: memory filled as in the canonical run if that is not to blame, the canonical order if
/// it is.
Failure explain(LaunchTrial& trial, ScheduleSpec& schedule, const Trial& failed,
                const Tolerance& tolerance);

/// Thread `number` of `launch`, where `site` is.
ThreadPlace place_of(const Launch& launch, ThreadNumber number, const simt_site_record* site);

}  // namespace simt
