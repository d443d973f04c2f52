#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks the form of simt's own code: lint.sh format, or lint.sh tidy [BUILD_DIR] for clang-tidy over
# the sources that BUILD_DIR (default build) compiles. Ends with status 1 where something is to mend.
set -euo pipefail
cd "$(dirname "$0")/.."

# The newest of the versions that install-dependencies.sh installs.
newest() {
  for version in 19 18; do
    command -v "$1-$version" && return
  done
  echo "lint: no $1 19 or 18; run tools/install-dependencies.sh" >&2
  exit 2
}

case "${1:-}" in
  format)
    git ls-files -z -- '*.h' '*.cpp' '*.cu' |
      xargs -0 "$(newest clang-format)" --dry-run -Werror
    ;;
  tidy)
    build=${2:-build}
    tidy=$(newest clang-tidy)
    git ls-files -z -- 'simt/*.cpp' 'backends/*.cpp' 'runtime/*.cpp' 'tools/*.cpp' |
      xargs -0 -n 1 -P "$(nproc)" "$tidy" --quiet --extra-arg=-Wno-unknown-warning-option -p "$build"
    ;;
  *)
    echo "usage: lint.sh format | lint.sh tidy [BUILD_DIR]" >&2
    exit 2
    ;;
esac
