// SPDX-License-Identifier: Apache-2.0
/// Conversions of floating-point values to integers, which C++ leaves undefined out of range and
/// the device defines.
#pragma once

#include "llvm/IR/Module.h"

namespace simt::pass {

/// Makes every conversion round toward zero and saturate, as PTX's cvt.rzi does: out of the
/// integer's range it gives the nearest bound; a NaN gives 0 where neither type has 64 bits, else
/// the integer of which only the top bit is set. Results of 8 and 16 bits are the low bits of a
/// 32-bit conversion. PTX ISA, "cvt".
void lower_conversions(llvm::Module& module);

}  // namespace simt::pass
