// SPDX-License-Identifier: Apache-2.0
/// Emits an image's records (simt/abi/kernel_abi.h) and the constructor that registers them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/IR/Module.h"
#include "options.h"
#include "shared_memory.h"
#include "simt/abi/kernel_abi.h"
#include "variables.h"

namespace simt::pass {

/// Priority of the constructors that register images; the host object's follow by one. All run
/// before constructors of the user's, which may launch.
inline constexpr int kRegistrationPriority = 101;

struct KernelImage {
  std::string name;
  llvm::Function* thread_entry = nullptr;
  /// Null where the kernel may block.
  llvm::Function* block_entry = nullptr;
  std::vector<simt_parameter_record> parameters;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t local_bytes = 0;
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t min_blocks_per_multiprocessor = 0;
  std::uint32_t flags = 0;
};

void emit_image_record(llvm::Module& module, const Options& options,
                       const std::vector<KernelImage>& kernels,
                       const std::vector<DeviceVariable>& variables,
                       const LinkedShared& linked_shared);

}  // namespace simt::pass
