#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh machine to a first bug found: installs what is missing, builds simt in build/, compiles
# two examples and runs them under several seeds. A second run takes seconds.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "== 1. Packages"
tools/install-dependencies.sh

echo "== 2. Build (Release, in build/)"
cmake --preset release -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DSIMT_BUILD_TESTS=OFF
cmake --build build

PATH=$PWD/build/bin:$PATH
mkdir -p build/quickstart
show() {
  echo "\$ $*"
  "$@"
}

echo
echo "== 3. A CUDA program, with no GPU"
show simtcc examples/vector_add.cu -o build/quickstart/vector_add
for seed in 1 2 3; do show simt run --seed "$seed" build/quickstart/vector_add; done

echo
echo "== 4. A kernel whose result depends on the order of its blocks"
show simtcc examples/block_order_bug.cu -o build/quickstart/block_order_bug
outputs=build/quickstart/outputs
: >"$outputs"
for seed in 1 2 3 4 5; do
  # The program ends with status 1 where its result is wrong; that is what is shown here.
  show simt run --seed "$seed" build/quickstart/block_order_bug | tee -a "$outputs" || true
done
different=$(grep '^total' "$outputs" | sort -u | wc -l)
if [ "$different" -lt 2 ]; then
  echo "quickstart: five seeds gave one and the same output, so the bug was not caught" >&2
  exit 1
fi
echo "Caught: five seeds, $different different results. On a GPU it would work until it does not."
