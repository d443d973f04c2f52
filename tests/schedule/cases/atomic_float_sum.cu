// SPDX-License-Identifier: Apache-2.0
/// A sum of floating-point numbers by atomicAdd: it is rounded in the order in which threads come.
/// The repaired one adds integers.
#include "memory.h"

#ifdef REPAIRED
using Sum = unsigned long long;
__device__ Sum term(int value) { return (1ull << 40) / value; }
#else
using Sum = float;
__device__ Sum term(int value) { return 1.0f / value; }
#endif

__global__ void harmonic(const int* in, Sum* sum) {
  atomicAdd(sum, term(in[threadIdx.x] + 1));  // conflict
}

int main() {
  constexpr int kThreads = 128;
  int* in = ascending(kThreads);
  int* sum = cleared(2);
  harmonic<<<1, kThreads>>>(in, reinterpret_cast<Sum*>(sum));
  return finish();
}
