// SPDX-License-Identifier: Apache-2.0
/// Device memory for the cases. Each case is a kernel with a bug and, where REPAIRED is defined,
/// its repaired twin; its main function launches it and says nothing of the result: whoever
/// explores the launch does.
#pragma once

#include <cuda_runtime.h>

#include <numeric>
#include <vector>

inline int* allocated(int count) {
  int* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(int));
  return memory;
}

inline int* cleared(int count) {
  int* memory = allocated(count);
  cudaMemset(memory, 0, count * sizeof(int));
  return memory;
}

inline int* uploaded(const int* values, int count) {
  int* memory = allocated(count);
  cudaMemcpy(memory, values, count * sizeof(int), cudaMemcpyHostToDevice);
  return memory;
}

/// 0, 1, 2, ...
inline int* ascending(int count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  return uploaded(values.data(), count);
}

/// The exit status, when the launches have ended in whatever way.
inline int finish() {
  cudaDeviceSynchronize();
  return 0;
}
