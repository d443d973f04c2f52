#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Schedules a second, and how they scale over processes: schedules.sh SIMT PROGRAM, where PROGRAM is
# built from bench/explored.cu. One column for each number of processes; the last is the ratio.
set -euo pipefail
simt=$1
program=$2
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# rates JOBS: schedules a second of each launch.
rates() {
  "$simt" fuzz --schedules 4000 --jobs "$1" --format json --output "$report" "$program" >/dev/null
  python3 -c 'import json, sys
for launch in json.load(open(sys.argv[1]))["launches"]:
    print(launch["kernel"].split("(")[0], round(launch["schedules"] / launch["seconds"]))' "$report"
}

# One after the other: side by side they would take each other's cores.
one=$(rates 1 | sort)
two=$(rates 2 | sort)
echo "launch, 1 process, 2 processes, ratio"
join <(echo "$one") <(echo "$two") | awk '{ printf "%s %s %s %.2f\n", $1, $2, $3, $3 / $2 }'
