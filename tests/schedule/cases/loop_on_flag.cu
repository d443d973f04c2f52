// SPDX-License-Identifier: Apache-2.0
/// A loop that goes on while a shared flag is set: a fast thread clears the flag for the next round
/// before slower ones have looked at it, and those leave.
#include "memory.h"

constexpr int kThreads = 64;

__global__ void sort(const int* in, int* out) {
  __shared__ int values[2 * kThreads + 1];
  __shared__ bool unsorted;
  const int i = threadIdx.x;
  values[2 * i] = in[2 * i];
  values[2 * i + 1] = in[2 * i + 1];
  if (i == 0) values[2 * kThreads] = 1 << 30;
  bool again = false;
  do {
#ifdef REPAIRED
    __syncthreads();
#endif
    if (i == 0) unsorted = false;
    __syncthreads();
    bool swapped = false;
    for (int parity = 0; parity < 2; ++parity) {
      const int left = values[2 * i + parity];
      const int right = values[2 * i + parity + 1];
      if (left > right) {
        values[2 * i + parity] = right;
        values[2 * i + parity + 1] = left;
        swapped = true;
      }
      __syncthreads();
    }
    if (swapped) unsorted = true;
    __syncthreads();
    again = unsorted;
  } while (again);
  out[2 * i] = values[2 * i];
  out[2 * i + 1] = values[2 * i + 1];
}

int main() {
  int values[2 * kThreads];
  for (int i = 0; i < 2 * kThreads; ++i) values[i] = i ^ 5;
  int* in = uploaded(values, 2 * kThreads);
  int* out = cleared(2 * kThreads);
  sort<<<1, kThreads>>>(in, out);
  return finish();
}
