// SPDX-License-Identifier: Apache-2.0
#include "sites.h"

#include "llvm/IR/Constants.h"

namespace simt::pass {

SiteTable::SiteTable(llvm::Module& module) : module_(module), builder_(module.getContext()) {
  for (const llvm::Function& function : module) {
    if (const llvm::DISubprogram* described = function.getSubprogram()) {
      linkage_names_[described] = function.getName().str();
    }
  }
}

llvm::Constant* SiteTable::add(const llvm::Instruction& instruction, const Access& access) {
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  return record(
      location,
      location == nullptr ? instruction.getFunction()->getName() : linkage_name(*location), access);
}

llvm::Constant* SiteTable::record(const llvm::DILocation* location, llvm::StringRef function,
                                  const Access& access) {
  const bool known = location != nullptr;
  llvm::Constant* fields[] = {
      string(known ? location->getFilename() : ""),
      string(function),
      call_site(known ? location->getInlinedAt() : nullptr),
      builder_.getInt32(known ? location->getLine() : 0),
      builder_.getInt32(known ? location->getColumn() : 0),
      builder_.getInt32(access.size),
      builder_.getInt8(access.kind),
      builder_.getInt8(access.scope),
      builder_.getInt8(access.space),
      builder_.getInt8(access.flags),
  };
  return global(llvm::ConstantStruct::getAnon(fields), "simt.site");
}

llvm::Constant* SiteTable::call_site(const llvm::DILocation* location) {
  if (location == nullptr) return llvm::ConstantPointerNull::get(builder_.getPtrTy());
  if (llvm::Constant* present = call_sites_.lookup(location)) return present;
  return call_sites_[location] = record(location, linkage_name(*location), {});
}

llvm::StringRef SiteTable::linkage_name(const llvm::DILocation& location) const {
  const llvm::DISubprogram* function = location.getScope()->getSubprogram();
  const auto known = linkage_names_.find(function);
  if (known != linkage_names_.end()) return known->second;
  return function->getLinkageName().empty() ? function->getName() : function->getLinkageName();
}

llvm::Constant* SiteTable::string(llvm::StringRef text) {
  llvm::Constant*& present = strings_[text];
  if (present == nullptr) {
    llvm::GlobalVariable* fresh =
        global(llvm::ConstantDataArray::getString(module_.getContext(), text), "simt.site.text");
    fresh->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    fresh->setAlignment(llvm::Align(1));
    present = fresh;
  }
  return present;
}

llvm::GlobalVariable* SiteTable::global(llvm::Constant* value, const llvm::Twine& name) {
  return new llvm::GlobalVariable(module_, value->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, value, name);
}

}  // namespace simt::pass
