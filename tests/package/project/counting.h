// SPDX-License-Identifier: Apache-2.0
/// What the program's host code calls.
#pragma once

/// How many of `threads` threads ran.
int count(int threads);
/// `value` times the number that the build defines.
int scaled(int value);
