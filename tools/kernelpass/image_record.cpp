// SPDX-License-Identifier: Apache-2.0
#include "image_record.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace simt::pass {
namespace {

/// Builds the records as constants whose layout is that of the C structures: each field's size is a
/// power of two and its alignment its size, so plain LLVM structures agree.
class RecordEmitter {
 public:
  RecordEmitter(llvm::Module& module, const Options& options)
      : module_(module), options_(options), builder_(module.getContext()) {}

  llvm::GlobalVariable* image(const std::vector<KernelImage>& kernels,
                              const std::vector<DeviceVariable>& variables,
                              const LinkedShared& linked_shared) {
    std::vector<llvm::Constant*> kernel_records;
    for (const KernelImage& kernel : kernels) kernel_records.push_back(record(kernel));
    std::vector<llvm::Constant*> variable_records;
    for (const DeviceVariable& variable : variables) variable_records.push_back(record(variable));
    return global(structure({
        u32(SIMT_ABI_VERSION),
        u32(options_.image == Image::kChecked ? SIMT_IMAGE_CHECKED : SIMT_IMAGE_FAST),
        string(options_.module_id),
        string(options_.source),
        array(kernel_records),
        u64(kernels.size()),
        array(variable_records),
        u64(variables.size()),
        pointer(linked_shared.begin),
        u32(linked_shared.bytes),
        u32(linked_shared.alignment),
    }));
  }

 private:
  llvm::Constant* u32(std::uint64_t value) { return builder_.getInt32(value); }
  llvm::Constant* u64(std::uint64_t value) { return builder_.getInt64(value); }
  llvm::Constant* null() { return llvm::ConstantPointerNull::get(builder_.getPtrTy()); }

  static llvm::Constant* structure(llvm::ArrayRef<llvm::Constant*> fields) {
    return llvm::ConstantStruct::getAnon(fields);
  }

  llvm::GlobalVariable* global(llvm::Constant* value) {
    return new llvm::GlobalVariable(module_, value->getType(), /*isConstant=*/true,
                                    llvm::GlobalValue::InternalLinkage, value, "simt.record");
  }

  llvm::Constant* string(llvm::StringRef text) {
    return global(llvm::ConstantDataArray::getString(module_.getContext(), text));
  }

  llvm::Constant* array(llvm::ArrayRef<llvm::Constant*> elements) {
    if (elements.empty()) return null();
    return global(llvm::ConstantArray::get(
        llvm::ArrayType::get(elements.front()->getType(), elements.size()), elements));
  }

  llvm::Constant* pointer(llvm::Constant* value) { return value == nullptr ? null() : value; }

  llvm::Constant* record(const simt_parameter_record& parameter) {
    return structure({u32(parameter.offset), u32(parameter.size), u32(parameter.alignment),
                      u32(parameter.kind)});
  }

  llvm::Constant* record(const KernelImage& kernel) {
    std::vector<llvm::Constant*> parameters;
    for (const simt_parameter_record& parameter : kernel.parameters) {
      parameters.push_back(record(parameter));
    }
    const std::uint64_t bytes =
        kernel.parameters.empty() ? 0
                                  : kernel.parameters.back().offset + kernel.parameters.back().size;
    return structure({string(kernel.name), kernel.thread_entry, pointer(kernel.block_entry),
                      array(parameters), u32(parameters.size()), u32(bytes),
                      u32(kernel.static_shared_bytes), u32(kernel.local_bytes),
                      u32(kernel.max_threads_per_block), u32(kernel.min_blocks_per_multiprocessor),
                      u32(kernel.flags)});
  }

  llvm::Constant* record(const DeviceVariable& variable) {
    std::vector<llvm::Constant*> relocations;
    for (const Relocation& relocation : variable.relocations) {
      relocations.push_back(structure({u64(relocation.offset), relocation.target_cell,
                                       u64(static_cast<std::uint64_t>(relocation.addend))}));
    }
    return structure({string(variable.name), variable.cell, u64(variable.size),
                      u32(variable.alignment), u32(variable.space), pointer(variable.initial_value),
                      array(relocations), u64(relocations.size())});
  }

  llvm::Module& module_;
  const Options& options_;
  llvm::IRBuilder<> builder_;
};

/// A function that passes `record` to the machine's `callee`.
llvm::Function* make_call(llvm::Module& module, llvm::StringRef name, llvm::StringRef callee,
                          llvm::GlobalVariable* record) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Function* function =
      llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), false),
                             llvm::GlobalValue::InternalLinkage, name, module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  builder.CreateCall(module.getOrInsertFunction(callee, builder.getVoidTy(), builder.getPtrTy()),
                     {record});
  builder.CreateRetVoid();
  return function;
}

}  // namespace

void emit_image_record(llvm::Module& module, const Options& options,
                       const std::vector<KernelImage>& kernels,
                       const std::vector<DeviceVariable>& variables,
                       const LinkedShared& linked_shared) {
  llvm::GlobalVariable* image =
      RecordEmitter(module, options).image(kernels, variables, linked_shared);
  llvm::appendToGlobalCtors(module,
                            make_call(module, "simt.register", "simt_register_image", image),
                            kRegistrationPriority);
  llvm::appendToGlobalDtors(module,
                            make_call(module, "simt.unregister", "simt_unregister_image", image),
                            kRegistrationPriority);
}

}  // namespace simt::pass
