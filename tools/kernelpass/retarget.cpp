// SPDX-License-Identifier: Apache-2.0
#include "retarget.h"

#include <utility>

namespace simt::pass {
namespace {

constexpr std::pair<const char*, const char*> kDeviceLibrary[] = {
    {"vprintf", "simt_vprintf"},          {"malloc", "simt_device_malloc"},
    {"free", "simt_device_free"},         {"__assert_fail", "simt_assert_fail"},
    {"__assertfail", "simt_assert_fail"}, {"abort", "simt_trap"},
    {"__cxa_pure_virtual", "simt_trap"},
};

void redirect(llvm::Module& module, llvm::StringRef from, llvm::StringRef to) {
  llvm::Function* old = module.getFunction(from);
  if (old == nullptr || !old->isDeclaration()) return;
  if (llvm::Function* present = module.getFunction(to)) {
    old->replaceAllUsesWith(present);
    old->eraseFromParent();
  } else {
    old->setName(to);
    // Attributes such as allockind describe the C library's function, not the machine's.
    old->setAttributes({});
  }
}

}  // namespace

void retarget(llvm::Module& module) {
  for (llvm::Function& function : module) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    function.removeFnAttr("tune-cpu");
    function.setComdat(nullptr);
    // Kernel code is left on a fault by switching stacks, never by unwinding through it.
    if (!function.isIntrinsic()) function.setUWTableKind(llvm::UWTableKind::Async);
  }
  for (const auto& [from, to] : kDeviceLibrary) redirect(module, from, to);
}

}  // namespace simt::pass
