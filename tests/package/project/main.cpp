// SPDX-License-Identifier: Apache-2.0
/// Host code that no CUDA compiler sees.
#include <cstdio>

#include "counting.h"

int main() { std::printf("%d of 42 threads ran, scaled by %d\n", count(42), scaled(1)); }
