// SPDX-License-Identifier: Apache-2.0
/// Barriers, as compiled kernels call them. CUDA Programming Guide, "Synchronization Functions".
#include "simt/abi/builtin_variables.h"
#include "simt/grid/worker.h"

extern "C" {

SIMT_EXPORT void simt_barrier() {
  simt::Worker::current().barrier(__builtin_return_address(0), false);
}

/// `reduction` is a __simt_barrier_reduction of runtime/include/simt/synchronization.h.
SIMT_EXPORT int simt_barrier_reduce(int reduction, int predicate) {
  const simt::BarrierTally tally =
      simt::Worker::current().barrier(__builtin_return_address(0), predicate != 0);
  switch (reduction) {
    case 0:
      return static_cast<int>(tally.true_count);
    case 1:
      return tally.true_count == tally.arrived ? 1 : 0;
    default:
      return tally.true_count != 0 ? 1 : 0;
  }
}

/// The ways through and around a barrier meet here (tools/kernelpass/barrier_joins.h).
SIMT_EXPORT void simt_barrier_join(unsigned join) {
  simt::Worker::current().barrier_join(__builtin_return_address(0), join);
}

SIMT_EXPORT void simt_grid_sync() {
  simt::Worker::current().grid_barrier(__builtin_return_address(0));
}

}  // extern "C"
