#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Campaigns from outside: campaigns.sh CASE SIMT PROGRAM, where schedules make PROGRAM fail. Each
# case is a function; it ends with status 0 where all that it says holds.
set -euo pipefail
simt=$2
program=$3
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"

fail() {
  echo "campaigns: $*" >&2
  exit 1
}

# Runs simt, and takes note of the exit status; the report goes to the file $1.
report() {
  local file=$1
  shift
  status=0
  "$simt" "$@" >program.txt 2>"$file" || status=$?
  cat "$file"
}

# What a report says of schedules; the time that was needed is no part of it.
facts() { sed -E 's/ in [0-9.]+ s;/;/' "$1"; }
# Sums of what reports say: schedules that were run, and schedules that failed.
total() { sed -nE "s/$1/\\1/p" "${@:2}" | awk '{ sum += $1 } END { print sum + 0 }'; }
schedules() { total '^  ([0-9]+)( of [0-9]+)? schedules, .*' "$@"; }
failing() { total '^  FAILED: ([0-9]+) of .*' "$@"; }
tokens() { sed -n 's/^  token //p' "$@" | sort -u; }

shards_are_the_whole() {
  report whole fuzz "$program"
  for i in 1 2 3; do
    report "shard.$i" fuzz --shard $i/3 "$program"
    [ $status = 1 ] || fail "shard $i ends with status $status"
  done
  [ "$(schedules shard.*)" = 200 ] || fail "the shards run $(schedules shard.*) schedules"
  [ "$(failing shard.*)" = "$(failing whole)" ] || fail "$(failing shard.*) schedules of shards fail"
  [ -z "$(comm -23 <(tokens whole) <(tokens shard.*))" ] || fail "a token of the whole is in no shard"
}

corpus_runs_first() {
  report before fuzz --corpus corpus "$program"
  [ "$(grep -c simt1, corpus)" = 2 ] || fail "the corpus has other than two failures"
  cp corpus corpus.before
  report after fuzz --corpus corpus --seed 9 --schedules 1 --jobs 1 --until-failure "$program"
  [ $status = 1 ] || fail "the corpus' first schedule does not fail"
  [ "$(schedules after)" = 1 ] || fail "more than the corpus' first schedule was run"
  cmp corpus corpus.before || fail "what is known was added again"
}

full_disk_leaves_the_corpus() {
  report before fuzz --corpus own "$program"
  for ((i = 0; i < 200; ++i)); do
    sed "/^#/d; s/^[^\t]*/another program $i/" own
  done >corpus
  cp corpus expected
  # What is written beyond a limit fails as on a full disk.
  (trap '' XFSZ; ulimit -f 10; report after fuzz --corpus corpus "$program"; echo $status >ended)
  [ "$(<ended)" = 2 ] || fail "it ends with status $(<ended)"
  grep -q 'corpus corpus: File too large' after || fail "nothing says why"
  [ "$(tokens after)" ] || fail "the report is lost"
  cmp corpus expected || fail "the corpus has changed"
  [ "$(ls corpus*)" = corpus ] || fail "something half-written is left"
}

signal_gives_the_report() {
  # The program sends the signal once all of its launches have been explored.
  report whole fuzz "$program"
  for signal in INT TERM; do
    report interrupted fuzz sh -c '"$1"; kill -'$signal' $PPID; exec sleep 60' sh "$program"
    [ $status = 1 ] || fail "it ends with status $status"
    diff <(facts whole | grep -v '^the program ended') <(facts interrupted) || fail "reports differ"
  done
  report interrupted fuzz sh -c 'kill -INT $PPID; exec sleep 60'
  [ $status = 130 ] || fail "it ends with status $status where nothing was found"
}

same() { diff <(facts "$1") <(facts "$2") || fail "$2 is not as $1"; }

# Ends with the status $1 and the message $2, and leaves the folder as it is.
refused() {
  local expected=$1 message=$2
  shift 2
  cp -r folder before
  report refused "$@"
  [ $status = "$expected" ] || fail "$*: status $status"
  grep -qF -- "$message" refused || fail "$*: no line has: $message"
  diff -r before folder || fail "$*: the folder has changed"
  rm -rf before
}

folder_is_the_whole() {
  report whole fuzz "$program"
  report second fuzz --campaign folder --shard 2/3 "$program"
  grep -qx '133 schedules of the campaign in folder are still to be run' second || fail "none is left"
  # What is missing, whichever shards have been there; and once more, with nothing left to do.
  for run in rest again; do
    report $run fuzz --campaign folder "$program"
    [ $status = 1 ] || fail "$run: it ends with status $status"
    same whole $run
  done
  report merged report folder
  [ $status = 1 ] || fail "the report ends with status $status"
  same whole merged
  "$simt" report --format json --output merged.json folder || true
  grep -q '"failed": true' merged.json || fail "no report in another form"
}

# The program stops its simt once the results of the first shard are stored; then somebody goes on.
interrupted_goes_on() {
  local script='"$0"; [ ! "${SIGNAL-}" ] || { until [ -s folder/results-1.jsonl ]; do sleep 0.01; done
    kill -$SIGNAL $PPID; exec sleep 60; }'
  report whole fuzz sh -c "$script" "$program"
  for signal in KILL INT TERM; do
    rm -rf folder
    SIGNAL=$signal report interrupted fuzz --campaign folder --shard 1/2 sh -c "$script" "$program"
    report so_far report folder
    [ "$(schedules so_far)" = 100 ] || fail "$signal: $(schedules so_far) schedules are stored"
    report rest fuzz --campaign folder sh -c "$script" "$program"
    same whole rest
    rm folder/results-1.jsonl
    report rest report folder
    [ "$(schedules rest)" = 100 ] || fail "$signal: $(schedules rest) schedules were run afterwards"
  done
}

# The end of a file is missing where its machine was lost.
torn_results_do_not_count() {
  report whole fuzz "$program"
  report first fuzz --campaign folder --shard 1/2 "$program"
  report second fuzz --campaign folder --shard 2/2 "$program"
  truncate -s 2000 folder/results-2.jsonl
  report so_far report folder
  [ "$(schedules so_far)" = 100 ] || fail "$(schedules so_far) schedules are left"
  report rest fuzz --campaign folder "$program"
  same whole rest
}

another_folder_is_refused() {
  report first fuzz --campaign folder --shard 1/2 "$program"
  refused 2 'has the option seed 1, not 7' fuzz --campaign folder --seed 7 "$program"
  refused 2 'has the option schedules 200, not 9' fuzz --campaign folder --schedules 9 "$program"
  refused 2 'has the option warps null, not "random"' fuzz --campaign folder --warps random "$program"
  refused 2 'is of another program' fuzz --campaign folder "$(command -v true)"
  refused 2 "not \`$program 5\`" fuzz --campaign folder "$program" 5
  refused 2 './missing: No such file' fuzz --campaign folder ./missing
  echo nonsense >folder/results-2.jsonl
  refused 2 'folder/results-2.jsonl:1: ' fuzz --campaign folder "$program"
  echo nonsense >folder/campaign.json
  refused 2 'folder/campaign.json: ' report folder
  refused 2 'missing/campaign.json: No such file' report missing
  refused 2 'refused: ' fuzz --campaign refused "$program"
}

full_disk_keeps_the_folder() {
  report whole fuzz "$program"
  (trap '' XFSZ; ulimit -f 10; report full fuzz --campaign folder "$program"; echo $status >ended)
  [ "$(<ended)" = 2 ] || fail "it ends with status $(<ended)"
  grep -q 'simt: error: folder: File too large' full || fail "nothing says why"
  [ "$(tokens full)" ] || fail "the report is lost"
  report rest fuzz --campaign folder "$program"
  same whole rest
}

# The launcher is in $MPIEXEC.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
ranks() { $MPIEXEC "$simt" fuzz --campaign folder --output merged "$@"; }

ranks_share_a_campaign() {
  report whole fuzz "$program"
  status=0
  ranks "$program" || status=$?
  [ $status = 1 ] || fail "it ends with status $status"
  same whole merged
  [ "$(ls folder | grep -c results)" = 3 ] || fail "not every rank has done something"
}

lost_rank_loses_no_other() {
  # The middle one of three kills its simt when both others have stored what they found.
  local script='[ "${LOST-}${OMPI_COMM_WORLD_RANK-${PMI_RANK-}}" != yes1 ] || {
    until [ "$(find folder -name "results-*" -size +0 | wc -l)" = 2 ]; do sleep 0.01; done
    kill -KILL $PPID; exec sleep 60; }
    exec "$0"'
  report whole fuzz sh -c "$script" "$program"
  status=0
  LOST=yes ranks sh -c "$script" "$program" || status=$?
  [ $status != 0 ] || fail "nobody says that a rank is lost"
  report so_far report folder
  [ "$(schedules so_far)" = 133 ] || fail "$(schedules so_far) schedules are stored"
  ranks sh -c "$script" "$program" || true
  same whole merged
}

"$1"
