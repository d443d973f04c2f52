// SPDX-License-Identifier: Apache-2.0
#include "entries.h"

#include "builtin_variables.h"
#include "diagnostics.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "machine_symbols.h"

namespace simt::pass {
namespace {

/// The type that a parameter occupies in the buffer: aggregates arrive as pointers to a copy.
llvm::Type* stored_type(const llvm::Argument& argument) {
  return argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
}

simt_parameter_kind kind_of(llvm::Type* type) {
  if (type->isPointerTy()) return SIMT_PARAMETER_POINTER;
  if (type->isIntegerTy()) return SIMT_PARAMETER_INTEGER;
  if (type->isFloatingPointTy()) return SIMT_PARAMETER_FLOATING;
  return SIMT_PARAMETER_AGGREGATE;
}

llvm::FunctionType* entry_type(llvm::LLVMContext& context) {
  return llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                 {llvm::PointerType::get(context, 0)}, /*isVarArg=*/false);
}

/// `parameter_bytes` of the buffer may be read whether the kernel does so or not, so that loops
/// over threads can read them once.
llvm::Function* make_entry(llvm::Module& module, const llvm::Twine& name,
                           std::uint64_t parameter_bytes) {
  llvm::Function* entry = llvm::Function::Create(entry_type(module.getContext()),
                                                 llvm::GlobalValue::InternalLinkage, name, module);
  entry->addParamAttr(0, llvm::Attribute::NoAlias);
  entry->addParamAttr(0, llvm::Attribute::ReadOnly);
  if (parameter_bytes != 0) entry->addDereferenceableParamAttr(0, parameter_bytes);
  entry->addParamAttr(0, llvm::Attribute::getWithAlignment(module.getContext(), llvm::Align(16)));
  entry->addFnAttr(llvm::Attribute::NoUnwind);
  entry->setUWTableKind(llvm::UWTableKind::Async);
  return entry;
}

/// Gives `entry` a place in the debug information, derived from that of `origin`, and returns the
/// location that its calls carry; without one the lines of everything inlined there would be lost.
llvm::DebugLoc describe_entry(llvm::Function& entry, const llvm::DISubprogram* origin) {
  if (origin == nullptr) return {};
  llvm::DISubprogram* described = llvm::DISubprogram::getDistinct(
      entry.getContext(), origin->getFile(),
      llvm::MDString::get(entry.getContext(), entry.getName()), nullptr, origin->getFile(),
      origin->getLine(), origin->getType(), origin->getScopeLine(), nullptr, 0, 0,
      llvm::DINode::FlagArtificial, llvm::DISubprogram::SPFlagDefinition, origin->getUnit());
  entry.setSubprogram(described);
  return llvm::DILocation::get(entry.getContext(), origin->getLine(), 0, described);
}

/// A counting loop around what is emitted between construction and finish().
class CountingLoop {
 public:
  CountingLoop(llvm::IRBuilder<>& builder, llvm::Value* count, const llvm::Twine& name)
      : builder_(builder), count_(count) {
    llvm::Function* function = builder.GetInsertBlock()->getParent();
    llvm::BasicBlock* before = builder.GetInsertBlock();
    body_ = llvm::BasicBlock::Create(builder.getContext(), name, function);
    builder.CreateBr(body_);
    builder.SetInsertPoint(body_);
    index_ = builder.CreatePHI(builder.getInt32Ty(), 2, name + ".index");
    index_->addIncoming(builder.getInt32(0), before);
  }

  llvm::Value* index() const { return index_; }

  void finish() {
    llvm::Value* next = builder_.CreateAdd(index_, builder_.getInt32(1), "", /*HasNUW=*/true);
    llvm::BasicBlock* latch = builder_.GetInsertBlock();
    llvm::BasicBlock* after =
        llvm::BasicBlock::Create(builder_.getContext(), "", latch->getParent());
    builder_.CreateCondBr(builder_.CreateICmpULT(next, count_), body_, after);
    index_->addIncoming(next, latch);
    builder_.SetInsertPoint(after);
  }

 private:
  llvm::IRBuilder<>& builder_;
  llvm::Value* count_;
  llvm::BasicBlock* body_;
  llvm::PHINode* index_;
};

/// Puts `index` in the place of the reads of threadIdx that were inlined from the thread entry. The
/// thread-local variable is kept up to date where a callee that was not inlined may read it.
void use_loop_counters(llvm::Function& function, llvm::ArrayRef<llvm::Value*> index,
                       llvm::Instruction* body_begin) {
  llvm::SmallVector<llvm::CallInst*, 8> reads;
  bool opaque_calls = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
    if (thread_index_component(*call) >= 0) {
      reads.push_back(call);
    } else if (!is_builtin_variable_read(*call) && !call->doesNotAccessMemory()) {
      opaque_calls = true;
    }
  }
  for (llvm::CallInst* read : reads) {
    read->replaceAllUsesWith(index[thread_index_component(*read)]);
    read->eraseFromParent();
  }
  if (opaque_calls) store_thread_index(body_begin, index);
}

void simplify(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  llvm::LoopPassManager induction;
  induction.addPass(llvm::IndVarSimplifyPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(induction)));
  passes.run(function, analyses);
}

}  // namespace

std::vector<simt_parameter_record> parameter_layout(const llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  std::vector<simt_parameter_record> records;
  std::uint64_t offset = 0;
  for (const llvm::Argument& argument : kernel.args()) {
    llvm::Type* type = stored_type(argument);
    llvm::Align alignment = layout.getABITypeAlign(type);
    if (argument.hasByValAttr()) alignment = argument.getParamAlign().value_or(alignment);
    offset = llvm::alignTo(offset, alignment);
    const std::uint64_t size = layout.getTypeStoreSize(type);
    records.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size),
                       static_cast<std::uint32_t>(alignment.value()), kind_of(type)});
    offset += size;
  }
  return records;
}

void check_parameters(const llvm::Function& kernel,
                      const std::vector<simt_parameter_record>& layout) {
  const auto reject = [&](const llvm::Twine& fault) {
    report_error(kernel, "the parameters of kernel '" + llvm::demangle(kernel.getName().str()) +
                             "' " + fault);
  };
  constexpr std::uint32_t kMost = 32764;
  const std::uint32_t bytes = layout.empty() ? 0 : layout.back().offset + layout.back().size;
  if (bytes > kMost) {
    reject("take " + llvm::Twine(bytes) + " bytes; CUDA allows " + llvm::Twine(kMost));
  }
  if (kernel.isVarArg()) reject("vary in number; CUDA allows no ellipsis");
  for (const llvm::Argument& argument : kernel.args()) {
    // Clang promises so much of references only.
    if (!argument.hasByValAttr() && argument.getDereferenceableBytes() != 0) {
      reject("have a reference among them, to memory of the host; CUDA allows none");
    }
  }
}

llvm::Function* make_thread_entry(const Kernel& kernel) {
  llvm::Function& function = *kernel.function;
  llvm::Module& module = *function.getParent();
  const std::vector<simt_parameter_record> layout = parameter_layout(function);
  llvm::Function* entry =
      make_entry(module, function.getName() + ".thread",
                 layout.empty() ? 0 : layout.back().offset + layout.back().size);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", entry));
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : function.args()) {
    const simt_parameter_record& record = layout[argument.getArgNo()];
    llvm::Value* address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry->getArg(0), record.offset);
    if (argument.hasByValAttr()) {
      // The call copies it: a kernel may write to its own parameter.
      arguments.push_back(address);
    } else {
      llvm::LoadInst* load = invariant_load(builder, argument.getType(), address);
      load->setAlignment(llvm::Align(record.alignment));
      arguments.push_back(load);
    }
  }
  llvm::CallInst* call = builder.CreateCall(&function, arguments);
  for (llvm::Argument& argument : function.args()) {
    if (argument.hasByValAttr()) {
      call->addParamAttr(
          argument.getArgNo(),
          llvm::Attribute::getWithByValType(module.getContext(), argument.getParamByValType()));
      if (argument.getParamAlign()) {
        call->addParamAttr(
            argument.getArgNo(),
            llvm::Attribute::getWithAlignment(module.getContext(), *argument.getParamAlign()));
      }
    }
  }
  builder.CreateRetVoid();
  call->setDebugLoc(describe_entry(*entry, function.getSubprogram()));
  return entry;
}

llvm::Function* make_block_entry(llvm::Function& thread_entry,
                                 llvm::FunctionAnalysisManager& analyses) {
  llvm::Module& module = *thread_entry.getParent();
  llvm::StringRef name = thread_entry.getName();
  name.consume_back(".thread");
  llvm::Function* entry =
      make_entry(module, name + ".block", thread_entry.getParamDereferenceableBytes(0));
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", entry));
  llvm::Value* extent[3];
  for (int component = 0; component < 3; ++component) {
    extent[component] = load_builtin(builder, "blockDim", component);
  }
  CountingLoop z(builder, extent[2], "z");
  CountingLoop y(builder, extent[1], "y");
  CountingLoop x(builder, extent[0], "x");
  llvm::Value* index[3] = {x.index(), y.index(), z.index()};
  llvm::CallInst* call = builder.CreateCall(&thread_entry, {entry->getArg(0)});
  x.finish();
  y.finish();
  z.finish();
  builder.CreateRetVoid();
  call->setDebugLoc(describe_entry(*entry, thread_entry.getSubprogram()));
  // A marker that survives inlining: what the thread entry's body begins with.
  llvm::IRBuilder<> before(call);
  llvm::Instruction* marker = llvm::cast<llvm::Instruction>(before.CreateFreeze(index[0], "body"));
  llvm::InlineFunctionInfo information;
  llvm::InlineFunction(*call, information);
  use_loop_counters(*entry, index, marker);
  marker->eraseFromParent();
  lower_builtin_variables(*entry);
  simplify(*entry, analyses);
  return entry;
}

}  // namespace simt::pass
