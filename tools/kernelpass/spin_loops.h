// SPDX-License-Identifier: Apache-2.0
/// Forward progress: a thread that spins until another one acts must let that other one run.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace simt::pass {

/// Finds the loops that may wait for other threads - they use atomics, volatile accesses or fences,
/// and nothing bounds their trip count - and makes them poll: every few iterations the back edge
/// calls simt_poll(), and leaving a loop that polled calls simt_spin_done(), which tells the
/// machine that the thread got somewhere (simt/abi/poll.cpp).
void make_spin_loops_poll(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);

}  // namespace simt::pass
