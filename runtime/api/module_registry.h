// SPDX-License-Identifier: Apache-2.0
/// What the program's host code registered: modules, the host stubs of their kernels, the host
/// shadows of their variables. Images register on their own, earlier or later
/// (simt_register_image); the two are joined by module id when a kernel or a variable is first
/// used.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "backends/backend.h"

namespace simt {

struct Module {
  std::string id;
  /// cudaErrorInvalidKernelImage where the fat binary is corrupt or from another version.
  cudaError_t state = cudaSuccess;
};

/// What cudaFuncSetAttribute sets.
struct KernelAttributes {
  /// Largest dynamic shared bytes of a launch; empty: what the device allows without asking.
  std::optional<int> max_dynamic_shared_bytes;
  int shared_memory_carveout = cudaSharedmemCarveoutDefault;
  bool non_portable_cluster_size = false;
};

struct Kernel {
  const Module* module = nullptr;
  std::string name;
  /// Null until the kernel is first used.
  const simt_kernel_record* record = nullptr;
  KernelAttributes attributes;
};

struct Variable {
  void* address = nullptr;
  std::size_t bytes = 0;
};

class ModuleRegistry {
 public:
  /// Reads the wrapper's fat binary; says on stderr what is wrong with one that is not sound.
  Module* add_module(const void* wrapper);
  void remove_module(const Module* module);
  void add_kernel(const Module* module, const void* stub, std::string name);
  void add_variable(const Module* module, const void* shadow, std::string name);
  /// The pointer through which host code reaches a __managed__ variable.
  void add_managed_pointer(std::string module_id, std::string name, void** pointer);

  /// Points managed pointers at their variables, as far as those are loaded.
  void fill_managed_pointers(const Backend& backend);

  /// The kernel behind a host stub. cudaErrorInvalidDeviceFunction for null, and
  /// cudaErrorInvalidResourceHandle for an address that is no stub, as hardware answers.
  cudaError_t find_kernel(const Backend& backend, const void* stub, Kernel*& kernel);
  /// cudaErrorInvalidSymbol where neither a shadow nor a managed variable is at `symbol`.
  cudaError_t find_variable(const Backend& backend, const void* symbol, Variable& variable);

  /// Forgets what attributes kernels were given.
  void reset_attributes();

 private:
  struct Shadow {
    const Module* module;
    std::string name;
  };
  struct ManagedPointer {
    std::string module_id;
    std::string name;
    void** pointer;
  };

  std::shared_mutex mutex_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::unordered_map<const void*, Kernel> kernels_;
  std::unordered_map<const void*, Shadow> shadows_;
  std::vector<ManagedPointer> managed_pointers_;
};

}  // namespace simt
