// SPDX-License-Identifier: Apache-2.0
#include "builtin_variables.h"

#include <optional>

#include "llvm/IR/InstIterator.h"
#include "machine_symbols.h"

namespace simt::pass {
namespace {

struct Read {
  llvm::StringRef variable;
  int component;
};

std::optional<Read> parse_read(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  llvm::StringRef name = callee->getName();
  if (!name.consume_front("simt_")) return std::nullopt;
  const auto [variable, component] = name.rsplit('_');
  const bool known = variable == "threadIdx" || variable == "blockIdx" || variable == "blockDim" ||
                     variable == "gridDim";
  if (!known || component.size() != 1) return std::nullopt;
  return Read{variable, component[0] - 'x'};
}

llvm::Value* component_address(llvm::IRBuilder<>& builder, llvm::StringRef variable,
                               int component) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::GlobalVariable* whole =
      thread_local_variable(module, variable, llvm::ArrayType::get(builder.getInt32Ty(), 3));
  return builder.CreateConstInBoundsGEP1_64(builder.getInt32Ty(), whole, component);
}

}  // namespace

int thread_index_component(const llvm::CallInst& call) {
  const auto read = parse_read(call);
  return read && read->variable == "threadIdx" ? read->component : -1;
}

bool is_builtin_variable_read(const llvm::CallInst& call) { return parse_read(call).has_value(); }

llvm::Value* load_builtin(llvm::IRBuilder<>& builder, llvm::StringRef variable, int component) {
  return invariant_load(builder, builder.getInt32Ty(),
                        component_address(builder, variable, component), variable);
}

void store_thread_index(llvm::Instruction* before, llvm::ArrayRef<llvm::Value*> index) {
  llvm::IRBuilder<> builder(before);
  for (int component = 0; component < 3; ++component) {
    builder.CreateStore(index[component], component_address(builder, "threadIdx", component));
  }
}

void lower_builtin_variables(llvm::Function& function) {
  llvm::SmallVector<llvm::CallInst*, 16> reads;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && is_builtin_variable_read(*call)) reads.push_back(call);
  }
  for (llvm::CallInst* call : reads) {
    const Read read = *parse_read(*call);
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(load_builtin(builder, read.variable, read.component));
    call->eraseFromParent();
  }
}

}  // namespace simt::pass
