#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command and checks how it ends:
#   expect.sh STATUS [PATTERN...] -- COMMAND [ARGUMENT...]
# succeeds where COMMAND ends with STATUS and each PATTERN (an extended regular expression) matches a
# line of its output, standard error included.
set -u
status=$1
shift
patterns=()
while [ "$1" != -- ]; do
  patterns+=("$1")
  shift
done
shift

output=$("$@" 2>&1)
ended=$?
printf '%s\n' "$output"
failed=0
if [ "$ended" != "$status" ]; then
  echo "expect: exit status is $ended, not $status"
  failed=1
fi
for pattern in "${patterns[@]}"; do
  if ! grep -qE -e "$pattern" <<<"$output"; then
    echo "expect: no line matches: $pattern"
    failed=1
  fi
done
exit $failed
