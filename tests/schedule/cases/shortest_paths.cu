// SPDX-License-Identifier: Apache-2.0
/// All shortest paths in a shared tile (Floyd-Warshall) without a barrier between the pivots: a row
/// is read while others still write it.
#include "memory.h"

constexpr int kNodes = 8;

__global__ void shortest_paths(const int* in, int* out) {
  __shared__ int length[kNodes][kNodes];
  const int from = threadIdx.y;
  const int to = threadIdx.x;
  length[from][to] = in[from * kNodes + to];  // conflict
  __syncthreads();
  for (int via = 0; via < kNodes; ++via) {
    length[from][to] = min(length[from][to], length[from][via] + length[via][to]);  // conflict
#ifdef REPAIRED
    __syncthreads();
#endif
  }
  out[from * kNodes + to] = length[from][to];
}

int main() {
  int lengths[kNodes * kNodes];
  // A ring whose edges lead downwards: paths have many edges.
  for (int i = 0; i < kNodes * kNodes; ++i) {
    const int from = i / kNodes;
    const int to = i % kNodes;
    lengths[i] = from == to ? 0 : to == (from + kNodes - 1) % kNodes ? 1 : 100 + i % 7;
  }
  int* in = uploaded(lengths, kNodes * kNodes);
  int* out = cleared(kNodes * kNodes);
  shortest_paths<<<1, dim3(kNodes, kNodes)>>>(in, out);
  return finish();
}
