// SPDX-License-Identifier: Apache-2.0
/// __device__, __constant__ and __managed__ variables. They live in device memory, where the
/// runtime puts them when the image registers; kernels reach each through a pointer cell.
#pragma once

#include <vector>

#include "llvm/IR/Module.h"
#include "options.h"

namespace simt::pass {

/// A constant whose place in a variable's initial value holds the address of another variable.
struct Relocation {
  std::uint64_t offset = 0;
  llvm::GlobalVariable* target_cell = nullptr;
  std::int64_t addend = 0;
};

struct DeviceVariable {
  std::string name;
  llvm::GlobalVariable* cell = nullptr;
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;
  /// A simt_memory_space.
  std::uint32_t space = 0;
  /// Null for zeros.
  llvm::GlobalVariable* initial_value = nullptr;
  std::vector<Relocation> relocations;
};

/// Moves all device variables out of the module: uses go through cells, definitions become the
/// returned descriptions. Constants that no other code can name or change stay ordinary constants.
std::vector<DeviceVariable> extract_variables(llvm::Module& module, const Options& options);

}  // namespace simt::pass
