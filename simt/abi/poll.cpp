// SPDX-License-Identifier: Apache-2.0
/// Spin loops, as the kernel pass instruments them (tools/kernelpass/spin_loops.h), and sleeping.
#include "simt/abi/builtin_variables.h"
#include "simt/grid/worker.h"

extern "C" {

SIMT_EXPORT void simt_poll() { simt::Worker::current().poll(__builtin_return_address(0)); }

SIMT_EXPORT void simt_spin_done() {
  simt_spun = 0;
  simt::Worker::current().spin_done();
}

/// Sleeping is waiting for somebody else to act, whatever the duration.
SIMT_EXPORT void simt_nanosleep(unsigned) {
  simt::Worker::current().poll(__builtin_return_address(0));
}

}  // extern "C"
