// SPDX-License-Identifier: Apache-2.0
/// Union-find that hooks roots with a compare-and-swap but shortens paths with plain stores: a
/// store to what was a root a moment ago undoes a hook.
#include "memory.h"

constexpr int kNodes = 64;

__device__ int root_of(const volatile int* parent, int node) {
  while (parent[node] != node) node = parent[node];  // conflict
  return node;
}

__device__ void shorten(int* parent, int node, int root) {
#ifdef REPAIRED
  atomicMin(&parent[node], root);
#else
  parent[node] = root;  // conflict
#endif
}

/// Joins the nodes of each edge; in the end every node's parent is the least of its component.
__global__ void components(const int* from, const int* to, int* parent) {
  const int edge = threadIdx.x;
  parent[edge] = edge;  // conflict
  __syncthreads();
  for (;;) {
    const int one = root_of(parent, from[edge]);
    shorten(parent, from[edge], one);
    const int other = root_of(parent, to[edge]);
    shorten(parent, to[edge], other);
    if (one == other) break;
    const int high = max(one, other);
    if (atomicCAS(&parent[high], high, min(one, other)) == high) break;  // conflict
  }
  __syncthreads();
  const int root = root_of(parent, edge);
  __syncthreads();
  parent[edge] = root;
}

int main() {
  int from[kNodes], to[kNodes];
  for (int i = 0; i < kNodes; ++i) {
    from[i] = i;
    to[i] = i * 37 % kNodes ^ 3;
  }
  int* device_from = uploaded(from, kNodes);
  int* device_to = uploaded(to, kNodes);
  int* parent = cleared(kNodes);
  components<<<1, kNodes>>>(device_from, device_to, parent);
  return finish();
}
