// SPDX-License-Identifier: Apache-2.0
#include "accesses.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "sites.h"

namespace simt::pass {
namespace {

/// Widest access of one instruction of a thread, bytes. PTX ISA, "ld".
constexpr std::uint64_t kWidestAccess = 16;

simt_address_space space_numbered(unsigned number) {
  switch (number) {
    case 1:
      return SIMT_ADDRESS_GLOBAL;
    case 3:
      return SIMT_ADDRESS_SHARED;
    case 4:
      return SIMT_ADDRESS_CONSTANT;
    case 5:
      return SIMT_ADDRESS_LOCAL;
    default:
      return SIMT_ADDRESS_UNKNOWN;
  }
}

/// The address space that `address` came from before it became a generic address; unknown where its
/// origins differ.
simt_address_space space_of(const llvm::Value* address,
                            llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  while (true) {
    const auto space = space_numbered(address->getType()->getPointerAddressSpace());
    if (space != SIMT_ADDRESS_UNKNOWN) return space;
    const auto* operation = llvm::dyn_cast<llvm::Operator>(address);
    const unsigned opcode = operation == nullptr ? 0 : operation->getOpcode();
    if (opcode == llvm::Instruction::GetElementPtr || opcode == llvm::Instruction::AddrSpaceCast) {
      address = operation->getOperand(0);
      continue;
    }
    llvm::SmallVector<const llvm::Value*, 4> origins;
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(address)) {
      origins = {choice->getTrueValue(), choice->getFalseValue()};
    } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(address)) {
      if (!seen.insert(phi).second) return SIMT_ADDRESS_UNKNOWN;
      // A pointer that a loop advances is derived from the phi itself.
      for (const llvm::Value* value : phi->incoming_values()) {
        if (llvm::getUnderlyingObject(value, 0) != phi) origins.push_back(value);
      }
    }
    if (origins.empty()) return SIMT_ADDRESS_UNKNOWN;
    const simt_address_space first = space_of(origins.front(), seen);
    return llvm::all_of(origins,
                        [&](const llvm::Value* origin) { return space_of(origin, seen) == first; })
               ? first
               : SIMT_ADDRESS_UNKNOWN;
  }
}

simt_address_space space_of(const llvm::Value* address) {
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  return space_of(address, seen);
}

bool is_local(const llvm::Value* address) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(address, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return llvm::all_of(objects, [](const llvm::Value* object) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
    return llvm::isa<llvm::AllocaInst>(object) || (argument != nullptr && argument->hasByValAttr());
  });
}

/// A virtual function's address is taken from a table that is part of the code.
bool reads_vtable(const llvm::LoadInst& load) {
  const auto* table =
      llvm::dyn_cast<llvm::LoadInst>(load.getPointerOperand()->stripInBoundsConstantOffsets());
  const llvm::MDNode* type =
      table == nullptr ? nullptr : table->getMetadata(llvm::LLVMContext::MD_tbaa);
  return type != nullptr && type->isTBAAVtableAccess();
}

/// Where the base of shared memory or the cell of a device variable is read.
bool reads_machine(const llvm::LoadInst& load) {
  return load.hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
         llvm::isa<llvm::GlobalVariable>(load.getPointerOperand());
}

simt_scope scope_numbered(const llvm::LLVMContext& context, llvm::SyncScope::ID scope) {
  llvm::SmallVector<llvm::StringRef, 8> names;
  context.getSyncScopeNames(names);
  return llvm::StringSwitch<simt_scope>(names[scope])
      .Case("block", SIMT_SCOPE_BLOCK)
      .Case("device", SIMT_SCOPE_DEVICE)
      .Default(SIMT_SCOPE_SYSTEM);
}

/// Whether what the thread did before is ordered before the access, as by a fence.
bool releases(const llvm::Instruction& access) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access))
    return llvm::isReleaseOrStronger(store->getOrdering());
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access))
    return llvm::isReleaseOrStronger(update->getOrdering());
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access))
    return llvm::isReleaseOrStronger(exchange->getMergedOrdering());
  return false;
}

class Announcer {
 public:
  Announcer(llvm::Module& module, SiteTable& sites)
      : layout_(module.getDataLayout()),
        sites_(sites),
        access_(declare(module, "simt_access", {address_type(module), address_type(module)})),
        range_(declare(module, "simt_access_range",
                       {address_type(module), llvm::Type::getInt64Ty(module.getContext()),
                        address_type(module)})),
        fence_(declare(module, "simt_fence", {address_type(module)})) {}

  void run(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*, 64> work;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.mayReadOrWriteMemory()) work.push_back(&instruction);
    }
    for (llvm::Instruction* instruction : work) announce(*instruction);
  }

 private:
  static llvm::Type* address_type(llvm::Module& module) {
    return llvm::PointerType::get(module.getContext(), 0);
  }

  static llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name,
                                      llvm::ArrayRef<llvm::Type*> parameters) {
    llvm::FunctionCallee callee = module.getOrInsertFunction(
        name, llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), parameters,
                                      /*isVarArg=*/false));
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
    return callee;
  }

  void announce(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (reads_machine(*load) || reads_vtable(*load)) return;
      access(*load, load->getPointerOperand(), load->getType(),
             load->isAtomic() ? SIMT_ACCESS_ATOMIC_READ : SIMT_ACCESS_READ);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      access(*store, store->getPointerOperand(), store->getValueOperand()->getType(),
             store->isAtomic() ? SIMT_ACCESS_ATOMIC_WRITE : SIMT_ACCESS_WRITE);
    } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      access(*update, update->getPointerOperand(), update->getType(), SIMT_ACCESS_ATOMIC_UPDATE);
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      access(*exchange, exchange->getPointerOperand(), exchange->getNewValOperand()->getType(),
             SIMT_ACCESS_ATOMIC_UPDATE);
    } else if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
      range(*copy, copy->getRawSource(), copy->getSourceAlign(), SIMT_ACCESS_READ);
      range(*copy, copy->getRawDest(), copy->getDestAlign(), SIMT_ACCESS_WRITE);
    } else if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
      range(*fill, fill->getRawDest(), std::nullopt, SIMT_ACCESS_WRITE);
    } else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      // A fence of one thread only keeps the compiler from reordering.
      if (fence->getSyncScopeID() != llvm::SyncScope::SingleThread)
        announce_fence(*fence, scope_numbered(fence->getContext(), fence->getSyncScopeID()));
    }
  }

  void access(llvm::Instruction& instruction, llvm::Value* address, llvm::Type* type,
              simt_access_kind kind) {
    const auto id = llvm::getAtomicSyncScopeID(&instruction);
    const simt_scope scope = id ? scope_numbered(instruction.getContext(), *id) : SIMT_SCOPE_BLOCK;
    if (releases(instruction)) announce_fence(instruction, scope);
    announce(instruction, address,
             {.kind = kind,
              .scope = scope,
              .flags = volatility(instruction.isVolatile()),
              .size = static_cast<std::uint32_t>(layout_.getTypeStoreSize(type).getFixedValue())});
  }

  /// A copy of an object that one instruction can load or store is one access: a float4, say.
  void range(llvm::MemIntrinsic& intrinsic, llvm::Value* address, llvm::MaybeAlign alignment,
             simt_access_kind kind) {
    Access access = {.kind = kind, .flags = volatility(intrinsic.isVolatile())};
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(intrinsic.getLength());
    const std::uint64_t bytes = length == nullptr ? 0 : length->getZExtValue();
    if (llvm::isPowerOf2_64(bytes) && bytes <= kWidestAccess && alignment.valueOrOne() >= bytes) {
      access.size = static_cast<std::uint32_t>(bytes);
      announce(intrinsic, address, access);
    } else if (!is_local(address)) {
      access.space = space_of(address);
      llvm::IRBuilder<> builder(&intrinsic);
      llvm::Value* all = builder.CreateZExtOrTrunc(intrinsic.getLength(), builder.getInt64Ty());
      call(builder, range_, {generic(builder, address), all, sites_.add(intrinsic, access)});
    }
  }

  void announce(llvm::Instruction& instruction, llvm::Value* address, Access access) {
    if (is_local(address)) return;
    access.space = space_of(address);
    llvm::IRBuilder<> builder(&instruction);
    call(builder, access_, {generic(builder, address), sites_.add(instruction, access)});
  }

  void announce_fence(llvm::Instruction& at, simt_scope scope) {
    const Access access = {.kind = SIMT_ACCESS_FENCE, .scope = scope};
    llvm::IRBuilder<> builder(&at);
    call(builder, fence_, {sites_.add(at, access)});
  }

  static std::uint8_t volatility(bool is_volatile) {
    return is_volatile ? SIMT_ACCESS_VOLATILE : 0;
  }

  static llvm::Value* generic(llvm::IRBuilder<>& builder, llvm::Value* address) {
    return builder.CreateAddrSpaceCast(address, builder.getPtrTy());
  }

  static void call(llvm::IRBuilder<>& builder, llvm::FunctionCallee callee,
                   llvm::ArrayRef<llvm::Value*> arguments) {
    // Merged with that of another place, a call would lose its line.
    builder.CreateCall(callee, arguments)->addFnAttr(llvm::Attribute::NoMerge);
  }

  const llvm::DataLayout& layout_;
  SiteTable& sites_;
  llvm::FunctionCallee access_;
  llvm::FunctionCallee range_;
  llvm::FunctionCallee fence_;
};

/// What the source says of a function's effects does not hold once other threads may run in it.
void forget_memory_effects(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::Memory);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (call != nullptr && (callee == nullptr || !callee->isDeclaration())) {
      call->removeFnAttr(llvm::Attribute::Memory);
    }
  }
}

}  // namespace

void announce_accesses(llvm::Module& module, const std::vector<Kernel>& kernels,
                       llvm::ModuleAnalysisManager& analyses) {
  SiteTable sites(module);
  // An entry calls each kernel; inlined here, its parameters would be taken for shared memory.
  for (const Kernel& kernel : kernels) {
    kernel.function->removeFnAttr(llvm::Attribute::AlwaysInline);
  }
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
  passes.run(module, analyses);
  Announcer announcer(module, sites);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    forget_memory_effects(function);
    announcer.run(function);
  }
}

}  // namespace simt::pass
