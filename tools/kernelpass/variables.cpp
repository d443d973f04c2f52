// SPDX-License-Identifier: Apache-2.0
#include "variables.h"

#include "annotations.h"
#include "constant_uses.h"
#include "debug_info.h"
#include "diagnostics.h"
#include "linkage.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "machine_symbols.h"
#include "simt/abi/kernel_abi.h"

namespace simt::pass {
namespace {

constexpr unsigned kGlobalSpace = 1;
constexpr unsigned kConstantSpace = 4;

bool in_device_memory(const llvm::GlobalVariable& global) {
  const unsigned space = global.getAddressSpace();
  return space == kGlobalSpace || space == kConstantSpace;
}

class Extractor {
 public:
  Extractor(llvm::Module& module, const Options& options) : module_(module), options_(options) {}

  std::vector<DeviceVariable> run() {
    llvm::DenseSet<const llvm::GlobalVariable*> managed;
    for (llvm::GlobalVariable* variable : annotated_variables(module_, "simt.managed")) {
      managed.insert(variable);
    }
    for (const char* list : {"llvm.global.annotations", "llvm.compiler.used", "llvm.used"}) {
      if (llvm::GlobalVariable* table = module_.getNamedGlobal(list)) table->eraseFromParent();
    }
    choose();
    for (llvm::GlobalVariable* global : ordered_) make_cell(*global);
    std::vector<DeviceVariable> variables;
    for (llvm::GlobalVariable* global : ordered_) {
      if (!global->isDeclaration()) {
        variables.push_back(describe(*global, managed.contains(global)));
      }
    }
    ConstantUseRewriter(chosen_, [this](llvm::IRBuilder<>& builder, llvm::GlobalVariable& global) {
      llvm::Value* address = invariant_load(builder, builder.getPtrTy(), cells_.lookup(&global),
                                            global.getName() + ".address");
      return builder.CreateAddrSpaceCast(address, global.getType());
    }).run(module_);
    for (llvm::GlobalVariable* global : ordered_) {
      describe_through_cell(*global, *cells_.lookup(global));
      forget(*global);
      global->setInitializer(nullptr);
      global->removeDeadConstantUsers();
    }
    for (llvm::GlobalVariable* global : ordered_) {
      if (!global->use_empty()) {
        global->replaceAllUsesWith(llvm::PoisonValue::get(global->getType()));
      }
      global->eraseFromParent();
    }
    return variables;
  }

 private:
  /// A constant that only this module can name, and that the host cannot reach by registration.
  static bool stays_constant(const llvm::GlobalVariable& global) {
    return global.isConstant() && global.hasInitializer() && !global.isExternallyInitialized() &&
           (global.hasLocalLinkage() || global.hasGlobalUnnamedAddr() ||
            global.hasLinkOnceODRLinkage());
  }

  void choose() {
    for (llvm::GlobalVariable& global : module_.globals()) {
      if (in_device_memory(global) && !(global.isDeclaration() && global.use_empty()) &&
          !stays_constant(global)) {
        add(global);
      }
    }
    // A constant that holds the address of a device variable has no value before registration.
    bool changed = true;
    while (changed) {
      changed = false;
      for (llvm::GlobalVariable& global : module_.globals()) {
        if (!chosen_.contains(&global) && global.hasInitializer() &&
            mentions_chosen(global.getInitializer())) {
          add(global);
          changed = true;
        }
      }
    }
  }

  void add(llvm::GlobalVariable& global) {
    chosen_.insert(&global);
    ordered_.push_back(&global);
  }

  bool mentions_chosen(const llvm::Constant* constant) const {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
      return chosen_.contains(const_cast<llvm::GlobalVariable*>(global));
    }
    if (llvm::isa<llvm::GlobalValue>(constant)) return false;
    return llvm::any_of(constant->operands(), [this](const llvm::Use& operand) {
      const auto* inner = llvm::dyn_cast<llvm::Constant>(operand.get());
      return inner != nullptr && mentions_chosen(inner);
    });
  }

  void make_cell(llvm::GlobalVariable& global) {
    llvm::PointerType* pointer = llvm::PointerType::get(module_.getContext(), 0);
    const bool external = options_.relocatable && !global.hasLocalLinkage();
    const auto linkage = external ? global.hasLinkOnceLinkage() || global.hasWeakLinkage()
                                        ? llvm::GlobalValue::WeakAnyLinkage
                                        : llvm::GlobalValue::ExternalLinkage
                                  : llvm::GlobalValue::InternalLinkage;
    llvm::Constant* null = llvm::ConstantPointerNull::get(pointer);
    const std::string name = image_symbol(global.getName(), options_) + ".cell";
    if (global.isDeclaration() && !options_.relocatable) {
      report_error(module_, "the __device__ variable '" + global.getName() +
                                "' is declared but not defined in this file; with -rdc=true it may "
                                "be defined in another one");
    }
    cells_[&global] =
        new llvm::GlobalVariable(module_, pointer, /*isConstant=*/false, linkage,
                                 external && global.isDeclaration() ? nullptr : null, name);
    // The machine writes it, which no code of this module shows.
    cells_[&global]->setExternallyInitialized(true);
    llvm::appendToCompilerUsed(module_, {cells_[&global]});
  }

  DeviceVariable describe(llvm::GlobalVariable& global, bool managed) {
    const llvm::DataLayout& layout = module_.getDataLayout();
    DeviceVariable variable;
    variable.name = global.getName().str();
    variable.cell = cells_.lookup(&global);
    variable.size = layout.getTypeAllocSize(global.getValueType());
    variable.alignment = global.getAlign() ? global.getAlign()->value()
                                           : layout.getABITypeAlign(global.getValueType()).value();
    variable.space = managed                                      ? SIMT_SPACE_MANAGED
                     : global.getAddressSpace() == kConstantSpace ? SIMT_SPACE_CONSTANT
                                                                  : SIMT_SPACE_GLOBAL;
    llvm::Constant* value = without_addresses(global.getInitializer(), 0, variable.relocations);
    if (!value->isNullValue() && !llvm::isa<llvm::UndefValue>(value)) {
      variable.initial_value = new llvm::GlobalVariable(
          module_, value->getType(), /*isConstant=*/true, llvm::GlobalValue::InternalLinkage, value,
          global.getName() + ".initial");
      llvm::appendToCompilerUsed(module_, {variable.initial_value});
    }
    return variable;
  }

  /// `constant` with every address of a device variable replaced by null and noted in
  /// `relocations`; `offset` is its place in the variable, bytes.
  llvm::Constant* without_addresses(llvm::Constant* constant, std::uint64_t offset,
                                    std::vector<Relocation>& relocations) {
    if (!mentions_chosen(constant)) return constant;
    const llvm::DataLayout& layout = module_.getDataLayout();
    llvm::Type* type = constant->getType();
    if (type->isPointerTy()) {
      if (add_relocation(constant, offset, relocations)) return llvm::Constant::getNullValue(type);
    } else if (auto* structure = llvm::dyn_cast<llvm::ConstantStruct>(constant)) {
      const llvm::StructLayout* fields = layout.getStructLayout(structure->getType());
      std::vector<llvm::Constant*> members;
      for (unsigned i = 0; i < structure->getNumOperands(); ++i) {
        members.push_back(without_addresses(structure->getOperand(i),
                                            offset + fields->getElementOffset(i), relocations));
      }
      return llvm::ConstantStruct::get(structure->getType(), members);
    } else if (auto* array = llvm::dyn_cast<llvm::ConstantArray>(constant)) {
      const std::uint64_t stride = layout.getTypeAllocSize(array->getType()->getElementType());
      std::vector<llvm::Constant*> elements;
      for (unsigned i = 0; i < array->getNumOperands(); ++i) {
        elements.push_back(
            without_addresses(array->getOperand(i), offset + i * stride, relocations));
      }
      return llvm::ConstantArray::get(array->getType(), elements);
    }
    report_error(module_,
                 "the initial value of a __device__ variable computes with the address of "
                 "another one, which is not supported");
    return llvm::Constant::getNullValue(type);
  }

  bool add_relocation(llvm::Constant* constant, std::uint64_t offset,
                      std::vector<Relocation>& relocations) {
    std::int64_t addend = 0;
    llvm::Value* base = constant;
    while (true) {
      if (auto* element = llvm::dyn_cast<llvm::GEPOperator>(base)) {
        llvm::APInt distance(64, 0);
        if (!element->accumulateConstantOffset(module_.getDataLayout(), distance)) return false;
        addend += distance.getSExtValue();
        base = element->getPointerOperand();
      } else if (auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(base);
                 cast != nullptr && cast->isCast() &&
                 cast->getOperand(0)->getType()->isPointerTy()) {
        base = cast->getOperand(0);
      } else {
        break;
      }
    }
    auto* target = llvm::dyn_cast<llvm::GlobalVariable>(base);
    if (target == nullptr || !chosen_.contains(target)) return false;
    relocations.push_back({offset, cells_.lookup(target), addend});
    return true;
  }

  llvm::Module& module_;
  const Options& options_;
  llvm::DenseSet<llvm::GlobalVariable*> chosen_;
  std::vector<llvm::GlobalVariable*> ordered_;
  llvm::DenseMap<llvm::GlobalVariable*, llvm::GlobalVariable*> cells_;
};

}  // namespace

std::vector<DeviceVariable> extract_variables(llvm::Module& module, const Options& options) {
  return Extractor(module, options).run();
}

}  // namespace simt::pass
