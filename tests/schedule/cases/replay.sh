#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# replay.sh SIMT SEEDS PROGRAM...: the token of each program's first failure, under each of SEEDS
# seeds, shows a failure, the same one in two runs.
set -u
simt=$1 seeds=$2
shift 2
failed=0
tokens=0
for program in "$@"; do
  for ((seed = 1; seed <= seeds; ++seed)); do
    token=$("$simt" fuzz --until-failure --seed "$seed" "$program" 2>&1 |
      sed -n 's/^  token //p' | head -1)
    [ -n "$token" ] || continue
    tokens=$((tokens + 1))
    first=$("$simt" replay "$token" "$program" 2>&1)
    again=$("$simt" replay "$token" "$program" 2>&1)
    if ! grep "^simt: replay: " <<<"$first" | grep -qv "ends as under the canonical schedule"; then
      echo "$program: '$token' shows no failure: $first"
      failed=1
    elif [ "$again" != "$first" ]; then
      echo "$program: a second replay of $token differs:"
      diff <(echo "$first") <(echo "$again")
      failed=1
    fi
  done
done
echo "$tokens tokens replayed"
((tokens > 0)) || failed=1
exit $failed
