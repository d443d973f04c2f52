// SPDX-License-Identifier: Apache-2.0
/// The records that say where in the source the checked image accesses memory (simt_site_record of
/// simt/abi/kernel_abi.h).
#pragma once

#include <cstdint>
#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "simt/abi/kernel_abi.h"

namespace simt::pass {

/// What an access is, without where.
struct Access {
  simt_access_kind kind = SIMT_ACCESS_READ;
  simt_scope scope = SIMT_SCOPE_BLOCK;
  simt_address_space space = SIMT_ADDRESS_UNKNOWN;
  std::uint8_t flags = 0;
  /// Bytes; 0 for ranges and fences.
  std::uint32_t size = 0;
};

class SiteTable {
 public:
  /// Notes the linkage names of the functions in `module`: line tables alone do not have them, and
  /// functions vanish when they are inlined.
  explicit SiteTable(llvm::Module& module);

  /// Emits a new record for `access` by `instruction`. Its strings and the places of inlined calls
  /// are shared with other records.
  llvm::Constant* add(const llvm::Instruction& instruction, const Access& access);

 private:
  llvm::Constant* record(const llvm::DILocation* location, llvm::StringRef function,
                         const Access& access);
  llvm::Constant* call_site(const llvm::DILocation* location);
  llvm::StringRef linkage_name(const llvm::DILocation& location) const;
  llvm::Constant* string(llvm::StringRef text);
  llvm::GlobalVariable* global(llvm::Constant* value, const llvm::Twine& name);

  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<const llvm::DISubprogram*, std::string> linkage_names_;
  llvm::DenseMap<const llvm::DILocation*, llvm::Constant*> call_sites_;
  llvm::StringMap<llvm::Constant*> strings_;
};

}  // namespace simt::pass
