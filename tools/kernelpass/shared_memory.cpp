// SPDX-License-Identifier: Apache-2.0
#include "shared_memory.h"

#include <algorithm>

#include "constant_uses.h"
#include "debug_info.h"
#include "diagnostics.h"
#include "linkage.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Alignment.h"
#include "machine_symbols.h"

namespace simt::pass {
namespace {

constexpr unsigned kSharedSpace = 3;

bool is_dynamic(const llvm::GlobalVariable& global) { return global.isDeclaration(); }

/// The shared variables that code reachable from `kernel` mentions. Whatever is mentioned counts as
/// reached: a function whose address is taken may be called.
llvm::SetVector<llvm::GlobalVariable*> reached_variables(llvm::Function& kernel) {
  llvm::SetVector<llvm::GlobalVariable*> variables;
  llvm::DenseSet<const llvm::Value*> seen;
  llvm::SmallVector<llvm::Value*, 32> work{&kernel};
  while (!work.empty()) {
    llvm::Value* value = work.pop_back_val();
    if (!llvm::isa<llvm::Constant>(value) || !seen.insert(value).second) continue;
    if (auto* function = llvm::dyn_cast<llvm::Function>(value)) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        work.append(instruction.op_begin(), instruction.op_end());
      }
    } else if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      if (global->getAddressSpace() == kSharedSpace) variables.insert(global);
      if (global->hasInitializer()) work.push_back(global->getInitializer());
    } else {
      auto* user = llvm::cast<llvm::User>(value);
      work.append(user->op_begin(), user->op_end());
    }
  }
  return variables;
}

void refuse_exported_users(llvm::Module& module, const std::vector<Kernel>& kernels) {
  for (llvm::Function& function : module) {
    const bool is_kernel =
        llvm::any_of(kernels, [&](const Kernel& kernel) { return kernel.function == &function; });
    if (function.isDeclaration() || is_kernel || !is_exported(function)) continue;
    if (llvm::any_of(reached_variables(function),
                     [](const llvm::GlobalVariable* global) { return !is_dynamic(*global); })) {
      report_error(function.getEntryBlock().front(),
                   "static __shared__ memory in '" + llvm::demangle(function.getName().str()) +
                       "', which other files may call, is not supported with -rdc=true; make the "
                       "function static or pass it the memory");
    }
  }
}

class Layout {
 public:
  explicit Layout(const llvm::DataLayout& layout) : data_layout_(layout) {}

  std::uint64_t size(const llvm::GlobalVariable& variable) const {
    return data_layout_.getTypeAllocSize(variable.getValueType());
  }
  std::uint64_t offset(llvm::GlobalVariable& variable) const { return offsets_.lookup(&variable); }

  /// Puts `variable` at the lowest offset that overlaps none of `neighbours` already placed.
  void place(llvm::GlobalVariable& variable,
             const llvm::SetVector<llvm::GlobalVariable*>& neighbours) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
    for (llvm::GlobalVariable* other : neighbours) {
      const auto placed = offsets_.find(other);
      if (placed != offsets_.end())
        taken.emplace_back(placed->second, placed->second + size(*other));
    }
    std::sort(taken.begin(), taken.end());
    const llvm::Align alignment =
        variable.getAlign().value_or(data_layout_.getABITypeAlign(variable.getValueType()));
    std::uint64_t offset = 0;
    for (const auto& [begin, end] : taken) {
      if (offset + size(variable) <= begin) break;
      offset = std::max(offset, llvm::alignTo(end, alignment));
    }
    offsets_[&variable] = offset;
  }

 private:
  const llvm::DataLayout& data_layout_;
  llvm::DenseMap<llvm::GlobalVariable*, std::uint64_t> offsets_;
};

llvm::Value* address_of(llvm::IRBuilder<>& builder, llvm::GlobalVariable& global,
                        std::uint64_t offset) {
  llvm::PointerType* pointer = builder.getPtrTy();
  llvm::GlobalVariable* base = thread_local_variable(
      *global.getParent(), is_dynamic(global) ? "simt_dynamic_shared" : "simt_shared", pointer);
  llvm::Value* address = invariant_load(builder, pointer, base, global.getName() + ".base");
  address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset);
  describe_as_local(builder, global, address);
  return builder.CreateAddrSpaceCast(address, global.getType());
}

}  // namespace

StaticSharedBytes lower_shared_memory(llvm::Module& module, const std::vector<Kernel>& kernels,
                                      const Options& options) {
  if (options.relocatable) refuse_exported_users(module, kernels);
  llvm::DenseSet<llvm::GlobalVariable*> shared;
  std::vector<llvm::GlobalVariable*> ordered;
  for (llvm::GlobalVariable& global : module.globals()) {
    if (global.getAddressSpace() == kSharedSpace) {
      shared.insert(&global);
      ordered.push_back(&global);
    }
  }
  std::map<const llvm::Function*, llvm::SetVector<llvm::GlobalVariable*>> reached;
  llvm::DenseMap<llvm::GlobalVariable*, llvm::SetVector<llvm::GlobalVariable*>> neighbours;
  for (const Kernel& kernel : kernels) {
    auto& variables = reached[kernel.function] = reached_variables(*kernel.function);
    variables.remove_if([](const llvm::GlobalVariable* global) { return is_dynamic(*global); });
    for (llvm::GlobalVariable* variable : variables) {
      neighbours[variable].insert(variables.begin(), variables.end());
    }
  }
  Layout layout(module.getDataLayout());
  for (llvm::GlobalVariable* variable : ordered) {
    if (!is_dynamic(*variable)) layout.place(*variable, neighbours[variable]);
  }
  StaticSharedBytes bytes;
  for (const auto& [kernel, variables] : reached) {
    std::uint64_t end = 0;
    for (llvm::GlobalVariable* variable : variables) {
      end = std::max(end, layout.offset(*variable) + layout.size(*variable));
    }
    bytes[kernel] = static_cast<std::uint32_t>(end);
  }
  ConstantUseRewriter(shared, [&](llvm::IRBuilder<>& builder, llvm::GlobalVariable& global) {
    return address_of(builder, global, is_dynamic(global) ? 0 : layout.offset(global));
  }).run(module);
  for (llvm::GlobalVariable* global : ordered) {
    forget(*global);
    global->replaceAllUsesWith(llvm::PoisonValue::get(global->getType()));
    global->eraseFromParent();
  }
  return bytes;
}

}  // namespace simt::pass
