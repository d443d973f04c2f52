// SPDX-License-Identifier: Apache-2.0
/// The version of CUDA whose language and runtime this toolkit speaks. The driver API is not part
/// of this release: a program that calls it is told so by the compiler.
#pragma once
#define CUDA_VERSION 13000
