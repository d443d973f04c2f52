#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# replay.sh SIMT TIMES PROGRAM...: the first failure of each program replays the same way every time.
set -u
simt=$1 times=$2
shift 2
failed=0
for program in "$@"; do
  token=$("$simt" fuzz --until-failure "$program" 2>&1 | sed -n 's/^  token //p' | head -1)
  first=$("$simt" replay "$token" "$program" 2>&1)
  if [ -z "$token" ] || ! grep -q "^simt: replay: " <<<"$first"; then
    echo "$program: '$token' shows no failure: $first"
    failed=1
  fi
  for ((i = 1; i < times; ++i)); do
    again=$("$simt" replay "$token" "$program" 2>&1)
    [ "$again" = "$first" ] && continue
    echo "$program: replay $i of $token differs:"
    diff <(echo "$first") <(echo "$again")
    failed=1
    break
  done
done
exit $failed
