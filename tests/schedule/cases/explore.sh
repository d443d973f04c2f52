#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# explore.sh SIMT FAULTY REPAIRED SEEDS SWITCHES SOURCE: with default settings, exploring finds the bug of
# FAULTY under at least 95 of 100 seeds and none in REPAIRED; the first failure needs at most
# SWITCHES switches ("-" where it shows under every schedule, which leaves nothing to shrink), and is
# told with lines of SOURCE that bear the comment "conflict".
set -u
simt=$1 faulty=$2 repaired=$3 seeds=$4 switches=$5 source=$6
failed=0

missed=()
for ((seed = 1; seed <= seeds; ++seed)); do
  report=$("$simt" fuzz --until-failure --seed "$seed" "$faulty" 2>&1)
  [ $? = 1 ] || missed+=("$seed")
  [ "$seed" = 1 ] && first=$report
done
echo "found under $((seeds - ${#missed[@]})) of $seeds seeds"
if ((100 * ${#missed[@]} > 5 * seeds)); then
  echo "missed under seeds ${missed[*]}"
  failed=1
fi

for ((seed = 1; seed <= (seeds + 3) / 4; ++seed)); do
  report=$("$simt" fuzz --seed "$seed" "$repaired" 2>&1)
  status=$?
  [ $status = 0 ] && continue
  echo "repaired: status $status under seed $seed"
  echo "$report"
  failed=1
done

if [ "$switches" != - ]; then
  token=$(sed -n 's/^  token //p' <<<"$first" | head -1)
  story=$("$simt" shrink "$token" "$faulty" 2>&1)
  echo "$story"
  needed=$(sed -n 's/^\([0-9]*\) of [0-9]* switches .*/\1/p' <<<"$story")
  if [ -z "$needed" ] || ((needed > switches)); then
    echo "shrunk to '$needed' switches, expected at most $switches"
    failed=1
  fi
  for line in $(grep '^  so that' <<<"$story" | grep -o "$(basename "$source"):[0-9]*"); do
    sed -n "${line#*:}p" "$source" | grep -q '// conflict$' && continue
    echo "$line is not where the conflict is"
    failed=1
  done
  if grep -q '// conflict$' "$source" && ! grep -q '^  so that' <<<"$story"; then
    echo "the story names no conflict"
    failed=1
  fi
fi
exit $failed
