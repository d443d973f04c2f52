// SPDX-License-Identifier: Apache-2.0
/// What host code registered: see runtime/api/module_registry.h.
#include "runtime/api/module_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string_view>

#include "simt/abi/fat_binary.h"

namespace simt {
namespace {

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return hash;
}

/// The module that a fat binary names; what is wrong with one that is not sound goes to
/// `complaint`.
Module read_fat_binary(const void* wrapper_address, std::string& complaint) {
  Module module{.id = {}, .state = cudaErrorInvalidKernelImage};
  const auto& wrapper = *static_cast<const simt_fat_binary_wrapper*>(wrapper_address);
  simt_fat_binary_header header;
  std::memcpy(&header, wrapper.data, sizeof header);
  if (wrapper.magic != SIMT_FAT_BINARY_WRAPPER_MAGIC ||
      std::memcmp(header.magic, SIMT_FAT_BINARY_MAGIC, sizeof header.magic) != 0) {
    complaint = "a module's image is corrupt or was not made by simtcc";
    return module;
  }
  const std::string_view contents(static_cast<const char*>(wrapper.data) + sizeof header,
                                  header.size < sizeof header ? 0 : header.size - sizeof header);
  const std::size_t id_end = contents.find('\0');
  if (fnv1a(contents) != header.checksum || id_end == std::string_view::npos) {
    complaint = "a module's image is corrupt (its checksum does not match)";
    return module;
  }
  module.id = contents.substr(0, id_end);
  if (header.abi_version != SIMT_ABI_VERSION) {
    complaint = fmt::format(
        "module {} was compiled by another version of simtcc ({}, kernel format {}; this library "
        "runs {}); compile it again",
        module.id, contents.data() + id_end + 1, header.abi_version, SIMT_ABI_VERSION);
    return module;
  }
  module.state = cudaSuccess;
  return module;
}

/// Why a module's kernel or variable cannot be found.
cudaError_t missing(const Backend& backend, const Module& module, std::string_view name) {
  if (module.state != cudaSuccess) return module.state;
  if (backend.has_module(module.id))
    fmt::print(stderr, "simt: error: module {} has no device code for {}\n", module.id, name);
  else
    fmt::print(stderr, "simt: error: no device code of module {} (for {}) is loaded\n", module.id,
               name);
  return cudaErrorNoKernelImageForDevice;
}

}  // namespace

Module* ModuleRegistry::add_module(const void* wrapper) {
  std::string complaint;
  auto module = std::make_unique<Module>(read_fat_binary(wrapper, complaint));
  if (!complaint.empty()) fmt::print(stderr, "simt: error: {}\n", complaint);
  const std::unique_lock lock(mutex_);
  modules_.push_back(std::move(module));
  return modules_.back().get();
}

void ModuleRegistry::remove_module(const Module* module) {
  const std::unique_lock lock(mutex_);
  std::erase_if(kernels_, [=](const auto& entry) { return entry.second.module == module; });
  std::erase_if(shadows_, [=](const auto& entry) { return entry.second.module == module; });
  std::erase_if(modules_, [=](const auto& owned) { return owned.get() == module; });
}

void ModuleRegistry::add_kernel(const Module* module, const void* stub, std::string name) {
  const std::unique_lock lock(mutex_);
  Kernel& kernel = kernels_[stub];
  kernel.module = module;
  kernel.name = std::move(name);
}

void ModuleRegistry::add_variable(const Module* module, const void* shadow, std::string name) {
  const std::unique_lock lock(mutex_);
  shadows_[shadow] = {module, std::move(name)};
}

void ModuleRegistry::add_managed_pointer(std::string module_id, std::string name, void** pointer) {
  const std::unique_lock lock(mutex_);
  managed_pointers_.push_back({std::move(module_id), std::move(name), pointer});
}

void ModuleRegistry::fill_managed_pointers(const Backend& backend) {
  const std::unique_lock lock(mutex_);
  for (const ManagedPointer& managed : managed_pointers_)
    if (const auto* record = backend.find_variable(managed.module_id, managed.name))
      *managed.pointer = *record->cell;
}

cudaError_t ModuleRegistry::find_kernel(const Backend& backend, const void* stub, Kernel*& kernel) {
  if (stub == nullptr) return cudaErrorInvalidDeviceFunction;
  {
    const std::shared_lock lock(mutex_);
    const auto found = kernels_.find(stub);
    if (found == kernels_.end()) return cudaErrorInvalidResourceHandle;
    kernel = &found->second;
    if (kernel->record != nullptr) return cudaSuccess;
  }
  const std::unique_lock lock(mutex_);
  kernel->record = backend.find_kernel(kernel->module->id, kernel->name);
  return kernel->record != nullptr ? cudaSuccess : missing(backend, *kernel->module, kernel->name);
}

cudaError_t ModuleRegistry::find_variable(const Backend& backend, const void* symbol,
                                          Variable& variable) {
  const std::shared_lock lock(mutex_);
  const simt_variable_record* record = nullptr;
  if (const auto shadow = shadows_.find(symbol); shadow != shadows_.end()) {
    const auto& [module, name] = shadow->second;
    record = backend.find_variable(module->id, name);
    if (record == nullptr) return missing(backend, *module, name);
  } else {
    const auto managed = std::ranges::find_if(managed_pointers_, [symbol](const auto& candidate) {
      return symbol != nullptr && *candidate.pointer == symbol;
    });
    if (managed == managed_pointers_.end()) return cudaErrorInvalidSymbol;
    record = backend.find_variable(managed->module_id, managed->name);
  }
  variable = {*record->cell, record->size};
  return cudaSuccess;
}

void ModuleRegistry::reset_attributes() {
  const std::unique_lock lock(mutex_);
  for (auto& [stub, kernel] : kernels_) kernel.attributes = {};
}

}  // namespace simt
