// SPDX-License-Identifier: Apache-2.0
/// Entry of the plugin. In a kernel compilation it works at two places of Clang's pipeline: first
/// thing, where the module is still what the front end wrote, it takes the device out of it, and
/// instruments the checked image; later, when functions are inlined and simplified, it makes the
/// loops over threads and the records.
#include <memory>

#include "accesses.h"
#include "barrier_joins.h"
#include "builtin_variables.h"
#include "call_graph.h"
#include "conversions.h"
#include "entries.h"
#include "host_pass.h"
#include "image_record.h"
#include "intrinsics.h"
#include "kernels.h"
#include "linkage.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "options.h"
#include "retarget.h"
#include "shared_memory.h"
#include "spin_loops.h"
#include "static_variables.h"
#include "variables.h"

namespace simt::pass {
namespace {

/// What the early half knows of the module and the late half needs.
struct ModuleState {
  std::vector<KernelImage> kernels;
  std::vector<DeviceVariable> variables;
  LinkedShared linked_shared;
};

class TakeDeviceOut : public llvm::PassInfoMixin<TakeDeviceOut> {
 public:
  TakeDeviceOut(Options options, std::shared_ptr<ModuleState> state)
      : options_(std::move(options)), state_(std::move(state)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    join_static_variables(module);
    const std::vector<Kernel> kernels = take_kernels(module);
    retarget(module);
    lower_intrinsics(module);
    lower_conversions(module);
    mark_barrier_joins(module, kernels);
    const SharedMemory shared = lower_shared_memory(module, kernels, options_);
    state_->linked_shared = shared.linked;
    state_->variables = extract_variables(module, options_);
    // What shared memory and which variables there are is settled by now, so that both images agree
    // on it whatever promotion takes away.
    if (options_.image == Image::kChecked) announce_accesses(module, kernels, analyses);
    for (const Kernel& kernel : kernels) {
      KernelImage image;
      image.name = kernel.function->getName().str();
      image.parameters = parameter_layout(*kernel.function);
      check_parameters(*kernel.function, image.parameters);
      const KernelShared& needs = shared.kernels.at(kernel.function);
      image.static_shared_bytes = needs.bytes;
      if (needs.uses_linked) image.flags |= SIMT_KERNEL_USES_LINKED_SHARED;
      if (kernel.shape_invariant) image.flags |= SIMT_KERNEL_SHAPE_INVARIANT;
      image.max_threads_per_block = kernel.max_threads_per_block;
      image.min_blocks_per_multiprocessor = kernel.min_blocks_per_multiprocessor;
      image.thread_entry = make_thread_entry(kernel);
      llvm::appendToCompilerUsed(module, {image.thread_entry});
      state_->kernels.push_back(std::move(image));
    }
    if (shared.linked.begin != nullptr) {
      llvm::appendToCompilerUsed(module, {shared.linked.begin});
    }
    set_linkage(module, options_);
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }

 private:
  Options options_;
  std::shared_ptr<ModuleState> state_;
};

class MakeImage : public llvm::PassInfoMixin<MakeImage> {
 public:
  MakeImage(Options options, bool optimise, std::shared_ptr<ModuleState> state)
      : options_(std::move(options)),
        whole_blocks_(optimise && options_.image == Image::kFast),
        state_(std::move(state)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    auto& functions =
        analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    make_spin_loops_poll(module, functions);
    const FunctionSet may_block = functions_that_may_block(module);
    for (KernelImage& kernel : state_->kernels) {
      kernel.local_bytes = static_cast<std::uint32_t>(stack_object_bytes(*kernel.thread_entry));
      if (may_block.contains(kernel.thread_entry)) {
        kernel.flags |= SIMT_KERNEL_MAY_BLOCK;
      } else if (whole_blocks_) {
        kernel.block_entry = make_block_entry(*kernel.thread_entry, functions);
      }
    }
    for (llvm::Function& function : module) {
      if (!function.isDeclaration()) lower_builtin_variables(function);
    }
    if (llvm::GlobalVariable* used = module.getNamedGlobal("llvm.compiler.used")) {
      used->eraseFromParent();
    }
    emit_image_record(module, options_, state_->kernels, state_->variables, state_->linked_shared);
    return llvm::PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }

 private:
  Options options_;
  /// Whether kernels get entries that run a block's threads one after the other.
  bool whole_blocks_;
  std::shared_ptr<ModuleState> state_;
};

class AdaptHost : public llvm::PassInfoMixin<AdaptHost> {
 public:
  explicit AdaptHost(Options options) : options_(std::move(options)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    adapt_host_module(module, options_);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

 private:
  Options options_;
};

void register_callbacks(llvm::PassBuilder& builder) {
  const Options options = options_from_environment();
  if (options.image == Image::kHost) {
    builder.registerPipelineStartEPCallback(
        [options](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
          passes.addPass(AdaptHost(options));
        });
    return;
  }
  const auto state = std::make_shared<ModuleState>();
  builder.registerPipelineStartEPCallback(
      [options, state](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(TakeDeviceOut(options, state));
      });
  // At -O0 nothing is inlined but what must be, and only the last place comes after that.
#if LLVM_VERSION_MAJOR >= 20
  const auto late = [options, state](bool at_zero) {
    return [=](llvm::ModulePassManager& passes, llvm::OptimizationLevel level,
               llvm::ThinOrFullLTOPhase) {
#else
  const auto late = [options, state](bool at_zero) {
    return [=](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
#endif
      if ((level == llvm::OptimizationLevel::O0) == at_zero) {
        passes.addPass(MakeImage(options, !at_zero, state));
      }
    };
  };
  builder.registerOptimizerEarlyEPCallback(late(false));
  builder.registerOptimizerLastEPCallback(late(true));
}

}  // namespace
}  // namespace simt::pass

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "simt-kernelpass", LLVM_VERSION_STRING,
          simt::pass::register_callbacks};
}
