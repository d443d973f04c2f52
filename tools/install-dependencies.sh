#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages that simt is built with, those that are missing, from the distribution.
# Debian 12 and Ubuntu 24.04; as root, or where sudo is there. With nothing missing it uses no network.
set -euo pipefail

. /etc/os-release
case "$ID $VERSION_ID" in
  "debian 12") llvm=19 boost=1.81 ;;
  "ubuntu 24.04") llvm=18 boost=1.83 ;;
  *)
    echo "install-dependencies: $PRETTY_NAME is neither Debian 12 nor Ubuntu 24.04." >&2
    echo "Install by hand what README.md lists, then configure with CMake." >&2
    exit 2
    ;;
esac

packages=(
  "clang-$llvm" "llvm-$llvm-dev" "libclang-rt-$llvm-dev" "libomp-$llvm-dev"
  "clang-format-$llvm" "clang-tidy-$llvm"
  g++ cmake ninja-build ccache git gdb
  "libboost-context$boost-dev" libtbb-dev libfmt-dev libdw-dev libcli11-dev nlohmann-json3-dev
  libgtest-dev libgmock-dev libbenchmark-dev
  libopenmpi-dev openmpi-bin
)

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "All ${#packages[@]} packages are installed."
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-dependencies: run as root, or install sudo; missing: ${missing[*]}" >&2
    exit 2
  fi
  as_root=(sudo)
fi
echo "Installing ${#missing[@]} of ${#packages[@]} packages: ${missing[*]}"
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install --yes --no-install-recommends "${missing[@]}"
