// SPDX-License-Identifier: Apache-2.0
/// The compiler's registration of modules, before main() and when shared libraries load.
#include <cstddef>

#include "crt/host_runtime.h"
#include "runtime/api/runtime.h"

namespace {

const simt::Module* module_of(void** handle) { return reinterpret_cast<simt::Module*>(handle); }

}  // namespace

extern "C" {

void simt_register_image(const simt_image_record* image) {
  simt::Runtime& state = simt::runtime();
  // An image that is refused stays unknown: whoever uses its kernels gets an error.
  if (state.backend->load(*image) == cudaSuccess)
    state.modules.fill_managed_pointers(*state.backend);
}

void simt_unregister_image(const simt_image_record* image) {
  if (!simt::runtime().lost_by_fork) simt::runtime().backend->unload(*image);
}

void simt_register_managed_variable(const char* module_id, const char* name, void** pointer) {
  simt::Runtime& state = simt::runtime();
  state.modules.add_managed_pointer(module_id, name, pointer);
  state.modules.fill_managed_pointers(*state.backend);
}

void** __cudaRegisterFatBinary(void* wrapper) {
  return reinterpret_cast<void**>(simt::runtime().modules.add_module(wrapper));
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** module) {
  simt::runtime().modules.remove_module(module_of(module));
}

void __cudaRegisterFunction(void** module, const char* hostFunction, char*, const char* deviceName,
                            int, uint3*, uint3*, dim3*, dim3*, int*) {
  simt::runtime().modules.add_kernel(module_of(module), hostFunction, deviceName);
}

void __cudaRegisterVar(void** module, char* hostVariable, char*, const char* deviceName, int,
                       std::size_t, int, int) {
  simt::runtime().modules.add_variable(module_of(module), hostVariable, deviceName);
}

void simt_register_linked_binary(void (*register_globals)(void*), void* wrapper, void*,
                                 void (*)(void**)) {
  void** const module = __cudaRegisterFatBinary(wrapper);
  register_globals(module);
  __cudaRegisterFatBinaryEnd(module);
}
}
