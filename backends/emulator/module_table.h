// SPDX-License-Identifier: Apache-2.0
/// The images that are loaded, by module, and their variables' places in memory. The images of one
/// module share its variables: they are placed when the first of them is loaded.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "driver_types.h"
#include "simt/abi/kernel_abi.h"
#include "simt/memory/memory_map.h"

namespace simt {

/// A kernel's static shared memory: its own, then, where it needs it, the linked one.
struct StaticShared {
  std::uint32_t bytes = 0;
  std::uint32_t linked_begin = 0;
};

class ModuleTable {
 public:
  /// A module may have `constant_bytes` bytes of __constant__ variables. With `checked`, kernels
  /// are those of the checked image where a module has one, and variables start with its values.
  ModuleTable(MemoryMap& memory, std::size_t constant_bytes, bool checked = false);

  /// Says on stderr why an image is refused, once for a module.
  cudaError_t load(const simt_image_record& image);
  void unload(const simt_image_record& image);
  /// Gives all variables their initial values again.
  void reinitialise();

  /// Where the variables begin.
  std::set<std::uint64_t> variable_addresses() const;
  bool has_variable_at(const void* address) const;
  /// Whether `address` lies in a __constant__ variable.
  bool is_constant(std::uint64_t address) const;
  bool has_module(std::string_view module_id) const;
  const simt_kernel_record* find_kernel(std::string_view module_id, std::string_view name) const;
  const simt_variable_record* find_variable(std::string_view module_id,
                                            std::string_view name) const;
  /// The same kernel in the checked image; `kernel` itself where its module has none.
  const simt_kernel_record& checked(const simt_kernel_record& kernel) const;
  std::size_t constant_bytes(std::string_view module_id) const;
  StaticShared static_shared(const simt_kernel_record& kernel) const;

 private:
  struct Module {
    const simt_image_record* fast = nullptr;
    const simt_image_record* checked = nullptr;

    /// One of the images that are loaded: both have the same variables.
    const simt_image_record* any() const { return fast != nullptr ? fast : checked; }
    const simt_image_record*& of_kind(simt_image_kind kind) {
      return kind == SIMT_IMAGE_CHECKED ? checked : fast;
    }
  };

  cudaError_t refuse(const simt_image_record& image, cudaError_t error, const std::string& reason);
  /// The image whose kernels run.
  const simt_image_record* chosen(const Module& module) const;
  const simt_image_record* find(std::string_view module_id) const;
  void place_linked_shared(const simt_image_record& image);
  bool place_variables(const simt_image_record& image);
  /// Gives the variables of `image` and its linked shared memory the places of those of `loaded`;
  /// false where they differ.
  static bool share_places(const simt_image_record& image, const simt_image_record& loaded);
  void initialise_variables(const simt_image_record& image);
  /// Fills in the pointers between variables whose targets are placed by now; those into images
  /// that are yet to be loaded stay open.
  void relocate();

  struct OpenRelocation {
    const simt_image_record* image;
    void* const* variable_cell;
    const simt_relocation_record* relocation;
  };

  MemoryMap& memory_;
  const std::size_t constant_limit_;
  const bool checked_;
  std::map<std::string_view, Module> modules_;
  /// The kind of image that was refused first, by module.
  std::map<std::string, simt_image_kind, std::less<>> refused_;
  std::set<std::uint64_t> addresses_;
  /// Where the linked shared memory of each image that has any begins and ends, bytes.
  std::map<std::uint32_t, std::uint32_t> linked_shared_;
  std::uint32_t linked_shared_alignment_ = 1;
  std::vector<OpenRelocation> open_relocations_;
  mutable std::mutex mutex_;
};

}  // namespace simt
