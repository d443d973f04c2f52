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

"$1"
