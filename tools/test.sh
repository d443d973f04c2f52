#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds simt with its tests in build/ and runs them all; then the unit tests
# of the machine, and a program of many launches, once more under AddressSanitizer (which looks for
# leaks) and UndefinedBehaviorSanitizer, in build-asan/; then the linters. Ends with status 0 where everything passed.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/install-dependencies.sh
echo "== Format"
tools/lint.sh format

echo "== Build and test (Release)"
cmake --preset release -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DSIMT_BUILD_TESTS=ON
cmake --build build
ctest --test-dir build --output-on-failure -j "$(nproc)"

echo "== Unit tests and many launches under sanitizers"
cmake --preset asan -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DSIMT_BUILD_TESTS=ON
cmake --build build-asan --target simt_unit_tests many_launches
build-asan/bin/simt_unit_tests --gtest_brief=1
# The program judges how much the process grows, to which freed memory that the sanitizer keeps would add.
ASAN_OPTIONS=quarantine_size_mb=4 build-asan/bin/many_launches 20000

echo "== clang-tidy"
tools/lint.sh tidy build
echo "Everything passed."
