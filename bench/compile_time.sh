#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What compiling costs: simtcc on a CUDA source against Clang on comparable host code, best of five each,
# in one run. usage: compile_time.sh SIMTCC CLANG
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
simtcc=$1
clang=$2
output=$(mktemp --suffix=.o)
trap 'rm -f "$output"' EXIT

# Seconds of the fastest of five runs of the command.
best() {
  local least=""
  for _ in 1 2 3 4 5; do
    local start end
    start=$(date +%s%N)
    "$@"
    end=$(date +%s%N)
    local taken=$((end - start))
    if [ -z "$least" ] || [ "$taken" -lt "$least" ]; then least=$taken; fi
  done
  echo "$least"
}

cuda=$(best "$simtcc" -O2 -c "$here/../examples/tiled_matmul.cu" -o "$output")
host=$(best "$clang" -O2 -c "$here/compile_time.cpp" -o "$output")
awk -v cuda="$cuda" -v host="$host" \
  'BEGIN { printf "simtcc %.2f s, clang++ %.2f s, ratio %.2f\n", cuda / 1e9, host / 1e9, cuda / host }'
