#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds simt with its tests in build/ and runs them all; then the unit tests
# of the machine once more under AddressSanitizer and UndefinedBehaviorSanitizer, in build-asan/; then
# the linters. Ends with status 0 where everything passed.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/install-dependencies.sh
echo "== Format"
tools/lint.sh format

echo "== Build and test (Release)"
cmake --preset release -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DSIMT_BUILD_TESTS=ON
cmake --build build
ctest --test-dir build --output-on-failure -j "$(nproc)"

echo "== Unit tests under sanitizers"
cmake --preset asan -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DSIMT_BUILD_TESTS=ON
cmake --build build-asan --target simt_unit_tests
build-asan/bin/simt_unit_tests --gtest_brief=1

echo "== clang-tidy"
tools/lint.sh tidy build
echo "Everything passed."
