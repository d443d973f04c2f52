#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# explore.sh SIMT FAULTY REPAIRED SEEDS: exploring the program as a whole finds what is wrong with
# FAULTY under every seed and nothing in REPAIRED; what it found is shown again, and refused for
# REPAIRED, which is another program.
set -u
simt=$1 faulty=$2 repaired=$3 seeds=$4
failed=0

for ((seed = 1; seed <= seeds; ++seed)); do
  report=$("$simt" fuzz --level program --until-failure --seed "$seed" "$faulty" 2>&1)
  status=$?
  [ "$seed" = 1 ] && first=$report && echo "$report"
  [ $status = 1 ] && continue
  echo "status $status under seed $seed: $report"
  failed=1
done

report=$("$simt" fuzz --level program --schedules 60 "$repaired" 2>&1)
status=$?
if [ $status != 0 ]; then
  echo "repaired: status $status: $report"
  failed=1
fi

token=$(sed -n 's/^  token //p' <<<"$first" | head -1)
canonical=$(sed 's/,[a-z]*\/[^,]*,/,eager\/sequential\/sequential\/sequential,/' <<<"$token")
usual=$("$simt" replay "$canonical" "$faulty" 2>&1)
shown=$("$simt" replay "$token" "$faulty" 2>&1)
if [ -z "$token" ] || [ "$shown" = "$usual" ]; then
  echo "'$token' shows '$shown', as the canonical order does"
  failed=1
fi
for ((i = 0; i < 5; ++i)); do
  again=$("$simt" replay "$token" "$faulty" 2>&1)
  [ "$again" = "$shown" ] && continue
  echo "$token shows '$shown', then '$again'"
  failed=1
done
"$simt" replay "$token" "$repaired" 2>/dev/null
if [ $? != 2 ]; then
  echo "the token was not refused for another program"
  failed=1
fi
exit $failed
