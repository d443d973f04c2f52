// SPDX-License-Identifier: Apache-2.0
#include "intrinsics.h"

#include <optional>

#include "diagnostics.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "machine_symbols.h"

namespace simt::pass {
namespace {

/// The machine's function that an NVVM intrinsic stands for; empty where there is none.
llvm::StringRef machine_function(llvm::StringRef intrinsic) {
  return llvm::StringSwitch<llvm::StringRef>(intrinsic)
      .Case("barrier0", "simt_barrier")
      .Case("barrier.sync", "simt_barrier")
      .Case("bar.warp.sync", "simt_warp_sync")
      .Case("read.ptx.sreg.tid.x", "simt_threadIdx_x")
      .Case("read.ptx.sreg.tid.y", "simt_threadIdx_y")
      .Case("read.ptx.sreg.tid.z", "simt_threadIdx_z")
      .Case("read.ptx.sreg.ctaid.x", "simt_blockIdx_x")
      .Case("read.ptx.sreg.ctaid.y", "simt_blockIdx_y")
      .Case("read.ptx.sreg.ctaid.z", "simt_blockIdx_z")
      .Case("read.ptx.sreg.ntid.x", "simt_blockDim_x")
      .Case("read.ptx.sreg.ntid.y", "simt_blockDim_y")
      .Case("read.ptx.sreg.ntid.z", "simt_blockDim_z")
      .Case("read.ptx.sreg.nctaid.x", "simt_gridDim_x")
      .Case("read.ptx.sreg.nctaid.y", "simt_gridDim_y")
      .Case("read.ptx.sreg.nctaid.z", "simt_gridDim_z")
      .Default("");
}

/// The LLVM synchronisation scope of CUDA's "block", "device" and "system".
llvm::SyncScope::ID scope_named(llvm::LLVMContext& context, llvm::StringRef scope) {
  return scope == "system" ? llvm::SyncScope::ID{llvm::SyncScope::System}
                           : context.getOrInsertSyncScopeID(scope);
}

/// simt_atomic_<operation>_<type>_<scope> taken apart.
struct AtomicName {
  llvm::StringRef operation;
  llvm::StringRef type;
  llvm::StringRef scope;
};

std::optional<AtomicName> parse_atomic(llvm::StringRef name) {
  if (!name.consume_front("simt_atomic_")) return std::nullopt;
  const auto [operation, rest] = name.split('_');
  const auto [type, scope] = rest.split('_');
  return AtomicName{operation, type, scope};
}

std::optional<llvm::AtomicRMWInst::BinOp> read_modify_write(const AtomicName& name) {
  using Op = llvm::AtomicRMWInst;
  const bool floating = name.type[0] == 'f';
  const bool is_signed = name.type[0] == 'i';
  return llvm::StringSwitch<std::optional<Op::BinOp>>(name.operation)
      .Case("add", floating ? Op::FAdd : Op::Add)
      .Case("sub", floating ? Op::FSub : Op::Sub)
      .Case("exch", Op::Xchg)
      .Case("min", floating    ? Op::FMin
                   : is_signed ? Op::Min
                               : Op::UMin)
      .Case("max", floating    ? Op::FMax
                   : is_signed ? Op::Max
                               : Op::UMax)
      .Case("and", Op::And)
      .Case("or", Op::Or)
      .Case("xor", Op::Xor)
      .Case("inc", Op::UIncWrap)
      .Case("dec", Op::UDecWrap)
      .Default(std::nullopt);
}

/// Reports the call as not supported, and takes it out so that nothing later complains again.
void reject(llvm::CallInst& call, const llvm::Twine& message) {
  report_error(call, message);
  call.replaceAllUsesWith(llvm::PoisonValue::get(call.getType()));
  call.eraseFromParent();
}

/// CUDA's atomics are relaxed: they order nothing by themselves. On the host the monotonic ordering
/// also keeps the compiler from assuming more.
constexpr llvm::AtomicOrdering kRelaxed = llvm::AtomicOrdering::Monotonic;

/// `access`: a load or a store of a value of `type`, naturally aligned.
template <class Access>
void make_atomic(Access& access, llvm::Type* type, llvm::SyncScope::ID scope) {
  access.setAtomic(kRelaxed, scope);
  access.setAlignment(llvm::Align(type->getScalarSizeInBits() / 8));
}

void lower_atomic(llvm::CallInst& call, const AtomicName& name) {
  llvm::IRBuilder<> builder(&call);
  const llvm::SyncScope::ID scope = scope_named(call.getContext(), name.scope);
  llvm::Value* address = call.getArgOperand(0);
  llvm::Value* old = nullptr;
  if (name.operation == "load") {
    llvm::LoadInst* load = builder.CreateLoad(call.getType(), address);
    make_atomic(*load, call.getType(), scope);
    old = load;
  } else if (name.operation == "store") {
    llvm::Value* value = call.getArgOperand(1);
    make_atomic(*builder.CreateStore(value, address), value->getType(), scope);
  } else if (name.operation == "cas") {
    llvm::Value* pair =
        builder.CreateAtomicCmpXchg(address, call.getArgOperand(1), call.getArgOperand(2),
                                    llvm::MaybeAlign(), kRelaxed, kRelaxed, scope);
    old = builder.CreateExtractValue(pair, 0);
  } else if (const auto operation = read_modify_write(name)) {
    old = builder.CreateAtomicRMW(*operation, address, call.getArgOperand(1), llvm::MaybeAlign(),
                                  kRelaxed, scope);
  } else {
    reject(call, "the atomic operation '" + name.operation + "' is not supported");
    return;
  }
  if (old != nullptr) call.replaceAllUsesWith(old);
  call.eraseFromParent();
}

void lower_fence(llvm::CallInst& call, llvm::StringRef scope) {
  llvm::IRBuilder<>(&call).CreateFence(llvm::AtomicOrdering::SequentiallyConsistent,
                                       scope_named(call.getContext(), scope));
  call.eraseFromParent();
}

void redirect(llvm::CallInst& call, llvm::Function& intrinsic, llvm::StringRef to) {
  llvm::FunctionCallee callee =
      call.getModule()->getOrInsertFunction(to, intrinsic.getFunctionType());
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  if (intrinsic.isConvergent()) function->setConvergent();
  call.setCalledFunction(callee);
  call.setAttributes({});
  if (intrinsic.isConvergent()) call.setConvergent();
}

void lower_call(llvm::CallInst& call) {
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    // An empty text is the compiler barrier that host code writes too.
    if (!llvm::StringRef(assembly->getAsmString()).trim().empty()) {
      reject(call, "inline PTX is not supported: asm(\"" +
                       llvm::StringRef(assembly->getAsmString()).trim() + "\")");
    }
    return;
  }
  llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) {
    // A jump would leave no trace of who called a wrong address.
    call.setTailCallKind(llvm::CallInst::TCK_NoTail);
    return;
  }
  llvm::StringRef name = callee->getName();
  if (const auto atomic = parse_atomic(name)) {
    lower_atomic(call, *atomic);
  } else if (name.consume_front("simt_fence_")) {
    lower_fence(call, name);
  } else if (callee->isIntrinsic() && name.consume_front("llvm.nvvm.")) {
    const llvm::StringRef target = machine_function(name);
    if (target.empty()) {
      reject(call, "the device builtin 'nvvm." + name + "' is not supported");
    } else {
      redirect(call, *callee, target);
    }
  }
}

/// The machine tells by the return address which line called it; a tail call would give that of
/// the caller's caller.
void keep_return_addresses(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && is_machine_function(callee->getName())) {
      call->setTailCallKind(llvm::CallInst::TCK_NoTail);
    }
  }
}

}  // namespace

void lower_intrinsics(llvm::Module& module) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::CallInst*, 32> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) lower_call(*call);
    keep_return_addresses(function);
  }
}

}  // namespace simt::pass
