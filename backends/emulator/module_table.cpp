// SPDX-License-Identifier: Apache-2.0
/// Loaded images: see backends/emulator/module_table.h.
#include "backends/emulator/module_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <span>

namespace simt {
namespace {

std::span<const simt_variable_record> variables(const simt_image_record& image) {
  return {image.variables, image.variable_count};
}

std::span<const simt_kernel_record> kernels(const simt_image_record& image) {
  return {image.kernels, image.kernel_count};
}

Heap& heap_of(MemoryMap& memory, const simt_variable_record& variable) {
  return variable.space == SIMT_SPACE_MANAGED ? memory.managed() : memory.device();
}

std::uint32_t round_up(std::uint32_t value, std::uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

template <class Record>
const Record* by_name(std::span<const Record> records, std::string_view name) {
  const auto found = std::ranges::find(records, name, &Record::name);
  return found == records.end() ? nullptr : &*found;
}

std::size_t constants(const simt_image_record& image) {
  std::size_t bytes = 0;
  for (const simt_variable_record& variable : variables(image))
    if (variable.space == SIMT_SPACE_CONSTANT) bytes += variable.size;
  return bytes;
}

}  // namespace

ModuleTable::ModuleTable(MemoryMap& memory, std::size_t constant_bytes, bool checked)
    : memory_(memory), constant_limit_(constant_bytes), checked_(checked) {}

cudaError_t ModuleTable::load(const simt_image_record& image) {
  const std::lock_guard lock(mutex_);
  if (image.abi_version != SIMT_ABI_VERSION)
    return refuse(image, cudaErrorInvalidKernelImage,
                  fmt::format("compiled by another version of simtcc (kernel format {}, this "
                              "library runs {}); compile it again",
                              image.abi_version, SIMT_ABI_VERSION));
  if (const std::size_t bytes = constants(image); bytes > constant_limit_)
    return refuse(image, cudaErrorInvalidKernelImage,
                  fmt::format("{} bytes of __constant__ variables; the device has {}", bytes,
                              constant_limit_));
  const auto loaded = modules_.find(image.module_id);
  if (loaded == modules_.end()) {
    if (!place_variables(image))
      return refuse(image, cudaErrorMemoryAllocation, "no device memory left for its variables");
    place_linked_shared(image);
  } else if (!share_places(image, *loaded->second.any())) {
    return refuse(image, cudaErrorInvalidKernelImage,
                  "its images have different variables; compile it again");
  }
  Module& module = modules_[image.module_id];
  const simt_image_record*& place = module.of_kind(image.kind);
  if (place == nullptr) place = &image;
  if (chosen(module) == &image) {
    initialise_variables(image);
    relocate();
  }
  return cudaSuccess;
}

void ModuleTable::unload(const simt_image_record& image) {
  const std::lock_guard lock(mutex_);
  const auto found = modules_.find(image.module_id);
  if (found == modules_.end() || found->second.of_kind(image.kind) != &image) return;
  found->second.of_kind(image.kind) = nullptr;
  std::erase_if(open_relocations_, [&](const auto& open) { return open.image == &image; });
  if (found->second.any() != nullptr) return;
  modules_.erase(found);
  if (image.linked_shared_begin != nullptr) {
    linked_shared_.erase(static_cast<std::uint32_t>(*image.linked_shared_begin));
  }
  for (const simt_variable_record& variable : variables(image)) {
    const auto address = reinterpret_cast<std::uint64_t>(*variable.cell);
    heap_of(memory_, variable).release(address);
    addresses_.erase(address);
  }
}

void ModuleTable::reinitialise() {
  const std::lock_guard lock(mutex_);
  open_relocations_.clear();
  for (const auto& [id, module] : modules_) initialise_variables(*chosen(module));
  relocate();
}

void ModuleTable::place_linked_shared(const simt_image_record& image) {
  if (image.linked_shared_begin == nullptr) return;
  std::uint32_t place = 0;
  for (const auto& [begin, end] : linked_shared_) {
    if (place + image.linked_shared_bytes <= begin) break;
    place = round_up(end, image.linked_shared_alignment);
  }
  *image.linked_shared_begin = place;
  linked_shared_[place] = place + image.linked_shared_bytes;
  linked_shared_alignment_ = std::max(linked_shared_alignment_, image.linked_shared_alignment);
}

cudaError_t ModuleTable::refuse(const simt_image_record& image, cudaError_t error,
                                const std::string& reason) {
  const auto first = refused_.emplace(image.module_id, image.kind).first;
  if (first->second == image.kind)
    fmt::print(stderr, "simt: error: {}: {}\n", image.source, reason);
  return error;
}

const simt_image_record* ModuleTable::chosen(const Module& module) const {
  return checked_ && module.checked != nullptr ? module.checked : module.any();
}

const simt_image_record* ModuleTable::find(std::string_view module_id) const {
  const auto found = modules_.find(module_id);
  return found == modules_.end() ? nullptr : chosen(found->second);
}

bool ModuleTable::share_places(const simt_image_record& image, const simt_image_record& loaded) {
  if (image.linked_shared_bytes != loaded.linked_shared_bytes) return false;
  if (image.linked_shared_begin != nullptr)
    *image.linked_shared_begin = *loaded.linked_shared_begin;
  for (const simt_variable_record& variable : variables(image)) {
    const auto* other = by_name(variables(loaded), variable.name);
    if (other == nullptr || other->size != variable.size) return false;
    *variable.cell = *other->cell;
  }
  return true;
}

bool ModuleTable::place_variables(const simt_image_record& image) {
  for (const simt_variable_record& variable : variables(image)) {
    const auto address =
        heap_of(memory_, variable).allocate(std::max<std::size_t>(variable.size, 1), &variable);
    if (!address) return false;
    *variable.cell = reinterpret_cast<void*>(*address);
    addresses_.insert(*address);
  }
  return true;
}

void ModuleTable::initialise_variables(const simt_image_record& image) {
  for (const simt_variable_record& variable : variables(image)) {
    if (variable.initial_value != nullptr)
      std::memcpy(*variable.cell, variable.initial_value, variable.size);
    else
      std::memset(*variable.cell, 0, variable.size);
    for (std::uint64_t i = 0; i < variable.relocation_count; ++i)
      open_relocations_.push_back({&image, variable.cell, &variable.relocations[i]});
  }
}

void ModuleTable::relocate() {
  std::erase_if(open_relocations_, [](const OpenRelocation& open) {
    const auto* target = static_cast<const std::byte*>(*open.relocation->target_cell);
    if (target == nullptr) return false;
    const std::byte* const value = target + open.relocation->addend;
    std::memcpy(static_cast<std::byte*>(*open.variable_cell) + open.relocation->offset, &value,
                sizeof value);
    return true;
  });
}

std::set<std::uint64_t> ModuleTable::variable_addresses() const {
  const std::lock_guard lock(mutex_);
  return addresses_;
}

bool ModuleTable::has_variable_at(const void* address) const {
  const std::lock_guard lock(mutex_);
  return addresses_.contains(reinterpret_cast<std::uint64_t>(address));
}

bool ModuleTable::is_constant(std::uint64_t address) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, module] : modules_)
    for (const simt_variable_record& variable : variables(*module.any())) {
      const auto begin = reinterpret_cast<std::uint64_t>(*variable.cell);
      if (variable.space == SIMT_SPACE_CONSTANT && address - begin < variable.size) return true;
    }
  return false;
}

bool ModuleTable::has_module(std::string_view module_id) const {
  const std::lock_guard lock(mutex_);
  return modules_.contains(module_id);
}

const simt_kernel_record* ModuleTable::find_kernel(std::string_view module_id,
                                                   std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const simt_image_record* image = find(module_id);
  return image == nullptr ? nullptr : by_name(kernels(*image), name);
}

const simt_variable_record* ModuleTable::find_variable(std::string_view module_id,
                                                       std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const simt_image_record* image = find(module_id);
  return image == nullptr ? nullptr : by_name(variables(*image), name);
}

const simt_kernel_record& ModuleTable::checked(const simt_kernel_record& kernel) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, module] : modules_) {
    if (module.fast == nullptr || module.checked == nullptr) continue;
    const bool is_of_module =
        std::ranges::any_of(kernels(*module.fast),
                            [&](const simt_kernel_record& record) { return &record == &kernel; });
    if (!is_of_module) continue;
    const simt_kernel_record* same = by_name(kernels(*module.checked), kernel.name);
    return same != nullptr ? *same : kernel;
  }
  return kernel;
}

std::size_t ModuleTable::constant_bytes(std::string_view module_id) const {
  const std::lock_guard lock(mutex_);
  const simt_image_record* image = find(module_id);
  return image == nullptr ? 0 : constants(*image);
}

StaticShared ModuleTable::static_shared(const simt_kernel_record& kernel) const {
  StaticShared shared{.bytes = kernel.static_shared_bytes};
  if ((kernel.flags & SIMT_KERNEL_USES_LINKED_SHARED) == 0) return shared;
  const std::lock_guard lock(mutex_);
  if (linked_shared_.empty()) return shared;
  shared.linked_begin = round_up(kernel.static_shared_bytes, linked_shared_alignment_);
  shared.bytes = shared.linked_begin + linked_shared_.rbegin()->second;
  return shared;
}

}  // namespace simt
