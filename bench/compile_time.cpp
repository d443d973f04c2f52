// SPDX-License-Identifier: Apache-2.0
/// The yardstick of compile_time.sh: a tiled matrix product for the host, as much code as
/// examples/tiled_matmul.cu and with the same standard headers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

namespace {

constexpr int kTile = 16;

void multiply(const float* a, const float* b, float* c, int n) {
  for (int row = 0; row < n; row += kTile) {
    for (int column = 0; column < n; column += kTile) {
      for (int tile = 0; tile < n; tile += kTile) {
        for (int i = row; i < std::min(row + kTile, n); ++i) {
          for (int j = column; j < std::min(column + kTile, n); ++j) {
            float sum = tile == 0 ? 0.0f : c[i * n + j];
            for (int k = tile; k < std::min(tile + kTile, n); ++k)
              sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
          }
        }
      }
    }
  }
}

}  // namespace

int main() {
  constexpr int kN = 200;
  std::vector<float> a(kN * kN), b(kN * kN), c(kN * kN);
  for (int i = 0; i < kN * kN; ++i) {
    a[static_cast<std::size_t>(i)] = static_cast<float>(i % 7);
    b[static_cast<std::size_t>(i)] = static_cast<float>(i % 5);
  }
  multiply(a.data(), b.data(), c.data(), kN);
  std::printf("%g\n", static_cast<double>(std::sqrt(c[0])));
}
