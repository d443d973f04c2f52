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

using VariableSet = llvm::SetVector<llvm::GlobalVariable*>;

bool is_shared(const llvm::GlobalVariable& global) {
  return global.getAddressSpace() == kSharedSpace;
}
bool is_dynamic(const llvm::GlobalVariable& global) { return global.isDeclaration(); }

/// What code reachable from a function mentions. Whatever is mentioned counts as reached: a
/// function whose address is taken may be called.
struct Reached {
  VariableSet static_variables;
  /// Whether another module's code may run: a function that it defines, or any through a pointer.
  bool foreign_code = false;
};

Reached reached_from(llvm::Function& root) {
  Reached reached;
  llvm::DenseSet<const llvm::Value*> seen;
  llvm::SmallVector<llvm::Value*, 32> work{&root};
  while (!work.empty()) {
    llvm::Value* value = work.pop_back_val();
    if (!llvm::isa<llvm::Constant>(value) || !seen.insert(value).second) continue;
    if (auto* function = llvm::dyn_cast<llvm::Function>(value)) {
      reached.foreign_code |= is_foreign(*function);
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        reached.foreign_code |= call != nullptr && call->isIndirectCall();
        work.append(instruction.op_begin(), instruction.op_end());
      }
    } else if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      if (is_shared(*global) && !is_dynamic(*global)) reached.static_variables.insert(global);
      if (global->hasInitializer()) work.push_back(global->getInitializer());
    } else {
      auto* user = llvm::cast<llvm::User>(value);
      work.append(user->op_begin(), user->op_end());
    }
  }
  return reached;
}

/// The static shared variables of functions that other modules can call, by name or by address.
VariableSet linked_variables(llvm::Module& module, const std::vector<Kernel>& kernels) {
  llvm::DenseSet<const llvm::Function*> is_kernel;
  for (const Kernel& kernel : kernels) is_kernel.insert(kernel.function);
  VariableSet variables;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || is_kernel.contains(&function)) continue;
    if (!is_exported(function) && !function.hasAddressTaken()) continue;
    const Reached reached = reached_from(function);
    variables.insert(reached.static_variables.begin(), reached.static_variables.end());
  }
  return variables;
}

class Layout {
 public:
  explicit Layout(const llvm::DataLayout& layout) : data_layout_(layout) {}

  std::uint64_t size(const llvm::GlobalVariable& variable) const {
    return data_layout_.getTypeAllocSize(variable.getValueType());
  }
  std::uint64_t offset(llvm::GlobalVariable& variable) const { return offsets_.lookup(&variable); }

  std::uint64_t alignment(const llvm::GlobalVariable& variable) const {
    return variable.getAlign()
        .value_or(data_layout_.getABITypeAlign(variable.getValueType()))
        .value();
  }

  /// Puts `variable` at the lowest offset that overlaps none of `neighbours` already placed.
  void place(llvm::GlobalVariable& variable, const VariableSet& neighbours) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
    for (llvm::GlobalVariable* other : neighbours) {
      const auto placed = offsets_.find(other);
      if (placed != offsets_.end())
        taken.emplace_back(placed->second, placed->second + size(*other));
    }
    std::sort(taken.begin(), taken.end());
    std::uint64_t offset = 0;
    for (const auto& [begin, end] : taken) {
      if (offset + size(variable) <= begin) break;
      offset = std::max(offset, llvm::alignTo(end, alignment(variable)));
    }
    offsets_[&variable] = offset;
  }

  /// Where the last of `variables` ends.
  std::uint32_t end(const VariableSet& variables) const {
    std::uint64_t end = 0;
    for (llvm::GlobalVariable* variable : variables) {
      end = std::max(end, offset(*variable) + size(*variable));
    }
    return static_cast<std::uint32_t>(end);
  }

 private:
  const llvm::DataLayout& data_layout_;
  llvm::DenseMap<llvm::GlobalVariable*, std::uint64_t> offsets_;
};

/// CUDA Programming Guide, "Compute Capabilities": more than 48 KiB need dynamic shared memory.
void check_size(const llvm::Function& kernel, std::uint32_t bytes) {
  constexpr std::uint32_t kMostBytes = 49152;
  if (bytes <= kMostBytes) return;
  report_error(kernel.getEntryBlock().front(),
               "the kernel '" + llvm::demangle(kernel.getName().str()) + "' has " +
                   llvm::Twine(bytes) + " bytes of static __shared__ memory; CUDA allows " +
                   llvm::Twine(kMostBytes));
}

/// Lays out the shared variables of one module and replaces them by their addresses.
class Lowering {
 public:
  Lowering(llvm::Module& module, const std::vector<Kernel>& kernels, const Options& options)
      : module_(module), kernels_(kernels), layout_(module.getDataLayout()) {
    for (llvm::GlobalVariable& global : module.globals()) {
      if (is_shared(global)) variables_.insert(&global);
    }
    if (options.relocatable) linked_ = linked_variables(module, kernels);
  }

  SharedMemory run() {
    SharedMemory result;
    place_linked(result.linked);
    place_own(result.kernels);
    replace(result.linked);
    return result;
  }

 private:
  /// A kernel elsewhere may reach all of them, so none overlap.
  void place_linked(LinkedShared& linked) {
    for (llvm::GlobalVariable* variable : linked_) {
      layout_.place(*variable, linked_);
      linked.alignment = std::max<std::uint64_t>(linked.alignment, layout_.alignment(*variable));
    }
    linked.bytes = layout_.end(linked_);
    if (linked_.empty()) return;
    llvm::Type* type = llvm::Type::getInt64Ty(module_.getContext());
    linked.begin = new llvm::GlobalVariable(
        module_, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
        llvm::Constant::getNullValue(type), "simt.linked_shared_begin");
    // The machine writes it, which no code of this module shows.
    linked.begin->setExternallyInitialized(true);
  }

  void place_own(std::map<const llvm::Function*, KernelShared>& kernels) {
    std::map<const llvm::Function*, VariableSet> own;
    llvm::DenseMap<llvm::GlobalVariable*, VariableSet> neighbours;
    for (const Kernel& kernel : kernels_) {
      const Reached reached = reached_from(*kernel.function);
      VariableSet& variables = own[kernel.function] = reached.static_variables;
      variables.remove_if([&](llvm::GlobalVariable* global) { return linked_.contains(global); });
      kernels[kernel.function].uses_linked =
          reached.foreign_code || variables.size() != reached.static_variables.size();
      for (llvm::GlobalVariable* variable : variables) {
        neighbours[variable].insert(variables.begin(), variables.end());
      }
    }
    for (llvm::GlobalVariable* variable : variables_) {
      if (is_dynamic(*variable) || linked_.contains(variable)) continue;
      layout_.place(*variable, neighbours[variable]);
    }
    for (const auto& [kernel, variables] : own) {
      kernels[kernel].bytes = layout_.end(variables);
      check_size(*kernel, layout_.end(variables));
    }
  }

  void replace(const LinkedShared& linked) {
    const llvm::DenseSet<llvm::GlobalVariable*> shared(variables_.begin(), variables_.end());
    ConstantUseRewriter(shared, [&](llvm::IRBuilder<>& builder, llvm::GlobalVariable& global) {
      return address_of(builder, global, linked);
    }).run(module_);
    for (llvm::GlobalVariable* global : variables_) {
      forget(*global);
      global->replaceAllUsesWith(llvm::PoisonValue::get(global->getType()));
      global->eraseFromParent();
    }
  }

  llvm::Value* address_of(llvm::IRBuilder<>& builder, llvm::GlobalVariable& global,
                          const LinkedShared& linked) const {
    const bool is_linked = linked_.contains(&global);
    const char* part = is_dynamic(global) ? "simt_dynamic_shared"
                       : is_linked        ? "simt_linked_shared"
                                          : "simt_shared";
    llvm::PointerType* pointer = builder.getPtrTy();
    llvm::Value* address =
        invariant_load(builder, pointer, thread_local_variable(module_, part, pointer),
                       global.getName() + ".base");
    if (is_linked) {
      llvm::Value* begin = invariant_load(builder, builder.getInt64Ty(), linked.begin);
      address = builder.CreateInBoundsGEP(builder.getInt8Ty(), address, begin);
    }
    const std::uint64_t offset = is_dynamic(global) ? 0 : layout_.offset(global);
    address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset);
    describe_as_local(builder, global, address);
    return builder.CreateAddrSpaceCast(address, global.getType());
  }

  llvm::Module& module_;
  const std::vector<Kernel>& kernels_;
  Layout layout_;
  VariableSet variables_;
  VariableSet linked_;
};

}  // namespace

SharedMemory lower_shared_memory(llvm::Module& module, const std::vector<Kernel>& kernels,
                                 const Options& options) {
  return Lowering(module, kernels, options).run();
}

}  // namespace simt::pass
