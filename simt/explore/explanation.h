// SPDX-License-Identifier: Apache-2.0
/// From a run that differs to what a person wants to know of it: what differs, who did it, whether
/// the order is to blame or memory that nothing wrote.
#pragma once

#include "simt/explore/element_type.h"
#include "simt/explore/launch_report.h"
#include "simt/explore/launch_trial.h"

namespace simt {

/// What kind of failure a run that differs is, and its first differing elements. May run the launch
/// again: `schedule` and `failed` become the simplest that show the failure as well, with memory
/// filled as in the canonical run if that is not to blame, in the canonical order if it is.
Failure classify(LaunchTrial& trial, ScheduleSpec& schedule, Trial& failed,
                 const Tolerance& tolerance);

/// Equal for failures that a person takes for one.
std::string signature_of(const Failure& failure);

/// Names who wrote the elements of a failure that `schedule` shows, by two more runs.
void name_writers(LaunchTrial& trial, const ScheduleSpec& schedule, Failure& failure);

/// Thread `number` of `launch`, where `site` is.
ThreadPlace place_of(const Launch& launch, ThreadNumber number, const simt_site_record* site);

}  // namespace simt
