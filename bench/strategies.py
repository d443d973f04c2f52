#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which strategy finds which bug, and how soon.

strategies.py SIMT CASES_DIR [SEEDS] explores each faulty program of CASES_DIR (built from
tests/schedule/cases) under the portfolio and under each strategy alone, on all levels, with SEEDS
seeds (21). Prints a table in Markdown: of the first schedule that fails, counted from 1, the median;
"-" where half of the seeds or more do not fail within 200 schedules. The last line counts the cases
in which a strategy is the first, alone or with others.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

SCHEDULES = 200
NEVER = SCHEDULES + 1
PORTFOLIO = "(portfolio)"
STRATEGIES = [PORTFOLIO, "sequential", "reverse", "random", "random:64", "round-robin", "round-robin:4",
              "lockstep", "pct:2", "pct:3", "pos", "race-ahead", "starve"]
# A device that holds few blocks.
SMALL_DEVICE = {"grid_barrier", "wait_for_next_block"}


def first_failure(simt, program, strategy, seed):
    """The number of the first schedule that fails, counted from 1; NEVER if none does."""
    levels = []
    if strategy != PORTFOLIO:
        levels = ["--blocks", strategy, "--warps", strategy, "--lanes", strategy]
    environment = dict(os.environ)
    if program.stem.removesuffix("_faulty") in SMALL_DEVICE:
        environment["SIMT_DEVICE"] = "t4"
    with tempfile.NamedTemporaryFile() as report:
        subprocess.run([simt, "fuzz", "--until-failure", "--schedules", str(SCHEDULES), "--seed", str(seed),
                        "--jobs", "1", "--format", "json", "--output", report.name, *levels, program],
                       env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        launches = json.load(open(report.name))["launches"]
    firsts = [failure["schedule"] + 1 for launch in launches for failure in launch["failures"]]
    if any(launch["own_finding"] for launch in launches):
        return 0
    return min(firsts, default=NEVER)


def main():
    simt, cases = sys.argv[1], pathlib.Path(sys.argv[2])
    seeds = range(1, 1 + int(sys.argv[3] if len(sys.argv) > 3 else 21))
    print("| case |", " | ".join(STRATEGIES), "|")
    print("|---" * (len(STRATEGIES) + 1) + "|")
    wins = dict.fromkeys(STRATEGIES, 0)
    for program in sorted(cases.resolve().glob("*_faulty")):
        medians = {}
        for strategy in STRATEGIES:
            medians[strategy] = statistics.median_high(
                first_failure(simt, program, strategy, seed) for seed in seeds)
            if medians[strategy] == 0:
                break
        name = program.stem.removesuffix("_faulty")
        if 0 in medians.values():
            print(f"| {name} |" + " always |" * len(STRATEGIES), flush=True)
            continue
        best = min(median for strategy, median in medians.items() if strategy != PORTFOLIO)
        for strategy, median in medians.items():
            wins[strategy] += median == best and best != NEVER
        cells = ["-" if median == NEVER else str(median) for median in medians.values()]
        print(f"| {name} |", " | ".join(cells), "|", flush=True)
    print("| first in |", " | ".join(str(count) for count in wins.values()), "|")


main()
