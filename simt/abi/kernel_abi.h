// SPDX-License-Identifier: Apache-2.0
/// The contract between compiled kernels and the machine: the records that the kernel pass
/// (tools/kernelpass) emits into every object file, in plain C layout. Whoever changes a record
/// raises SIMT_ABI_VERSION; an image of another version is refused when it registers.
#pragma once

#include <cstdint>

/// Raised whenever a record below or a function in simt/abi changes its meaning.
inline constexpr std::uint32_t SIMT_ABI_VERSION = 2;

/// Which of a module's compiled forms a record describes.
enum simt_image_kind : std::uint32_t {
  SIMT_IMAGE_FAST = 0,
  SIMT_IMAGE_CHECKED = 1,
};

enum simt_memory_space : std::uint32_t {
  SIMT_SPACE_GLOBAL = 0,
  SIMT_SPACE_CONSTANT = 1,
  SIMT_SPACE_MANAGED = 2,
};

enum simt_parameter_kind : std::uint32_t {
  SIMT_PARAMETER_INTEGER = 0,
  SIMT_PARAMETER_FLOATING = 1,
  SIMT_PARAMETER_POINTER = 2,
  SIMT_PARAMETER_AGGREGATE = 3,
};

/// One kernel parameter: its place in the packed parameter buffer, in bytes.
struct simt_parameter_record {
  std::uint32_t offset;
  std::uint32_t size;
  std::uint32_t alignment;
  simt_parameter_kind kind;
};

enum simt_kernel_flags : std::uint32_t {
  /// A thread of this kernel can wait for another one (barrier, collective, spin loop, unknown
  /// callee).
  SIMT_KERNEL_MAY_BLOCK = 1u << 0,
  /// A thread of this kernel can run functions that modules share (-rdc=true), so that its blocks
  /// need the linked shared memory of all of them.
  SIMT_KERNEL_USES_LINKED_SHARED = 1u << 1,
  /// The kernel's author claims that results do not depend on the shape of the launch
  /// (simt/shape_invariant.h).
  SIMT_KERNEL_SHAPE_INVARIANT = 1u << 2,
};

struct simt_kernel_record {
  /// Mangled device name, the one that the host stub registers.
  const char* name;
  /// Runs one thread. The thread's built-in variables are set beforehand.
  void (*thread_entry)(const void* parameters);
  /// Runs all threads of one block one after the other; null where the kernel may block.
  void (*block_entry)(const void* parameters);
  const simt_parameter_record* parameters;
  std::uint32_t parameter_count;
  std::uint32_t parameter_bytes;
  /// Without linked shared memory.
  std::uint32_t static_shared_bytes;
  /// Bytes of stack objects in the deepest call chain that is known; recursion excluded.
  std::uint32_t local_bytes;
  /// From __launch_bounds__; 0 where not given.
  std::uint32_t max_threads_per_block;
  std::uint32_t min_blocks_per_multiprocessor;
  std::uint32_t flags;
};

/// A pointer inside a variable's initial value that refers to another device variable.
struct simt_relocation_record {
  std::uint64_t offset;
  void* const* target_cell;
  std::int64_t addend;
};

/// A __device__, __constant__ or __managed__ variable. Kernels reach it through `*cell`, which the
/// machine fills with the address it gave the variable when the image registered.
struct simt_variable_record {
  const char* name;
  void** cell;
  std::uint64_t size;
  std::uint32_t alignment;
  simt_memory_space space;
  /// `size` bytes, or null for zeros.
  const void* initial_value;
  const simt_relocation_record* relocations;
  std::uint64_t relocation_count;
};

struct simt_image_record {
  std::uint32_t abi_version;
  simt_image_kind kind;
  /// The same string as in the fat binary of the host object (simt/abi/fat_binary.h).
  const char* module_id;
  /// Path of the source file as given to simtcc.
  const char* source;
  const simt_kernel_record* kernels;
  std::uint64_t kernel_count;
  const simt_variable_record* variables;
  std::uint64_t variable_count;
  /// Linked shared memory: the static shared variables of functions that other modules can call.
  /// Where it begins in that of all modules is for the machine to fill in, bytes; null where there
  /// is none.
  std::uint64_t* linked_shared_begin;
  std::uint32_t linked_shared_bytes;
  std::uint32_t linked_shared_alignment;
};

/// What an instrumented instruction of the checked image does to memory.
enum simt_access_kind : std::uint8_t {
  SIMT_ACCESS_READ = 0,
  SIMT_ACCESS_WRITE = 1,
  SIMT_ACCESS_ATOMIC_READ = 2,
  SIMT_ACCESS_ATOMIC_WRITE = 3,
  /// Reads and writes in one step: exchanges, compare-and-swap, atomic arithmetic.
  SIMT_ACCESS_ATOMIC_UPDATE = 4,
  SIMT_ACCESS_FENCE = 5,
};

/// Which threads an atomic or a fence orders. PTX ISA, "Scope".
enum simt_scope : std::uint8_t {
  /// Also where there is no scope: plain accesses.
  SIMT_SCOPE_BLOCK = 0,
  SIMT_SCOPE_DEVICE = 1,
  SIMT_SCOPE_SYSTEM = 2,
};

/// PTX ISA, "State Spaces". Managed memory counts as global.
enum simt_address_space : std::uint8_t {
  SIMT_ADDRESS_UNKNOWN = 0,
  SIMT_ADDRESS_GLOBAL = 1,
  SIMT_ADDRESS_SHARED = 2,
  SIMT_ADDRESS_CONSTANT = 3,
  SIMT_ADDRESS_LOCAL = 4,
};

enum simt_access_flags : std::uint8_t {
  SIMT_ACCESS_VOLATILE = 1u << 0,
};

/// One place in the source of the checked image where memory is accessed. Each instrumented
/// instruction has a record of its own; the records that `inlined_at` leads to stand for calls that
/// were inlined, and say nothing but where.
struct simt_site_record {
  /// Path as the compiler was given it; empty where the place is not known.
  const char* file;
  /// Linkage name of the function that the line belongs to.
  const char* function;
  /// Where that function was inlined; null at the outermost.
  const simt_site_record* inlined_at;
  /// 0 where not known.
  std::uint32_t line;
  std::uint32_t column;
  /// Bytes; 0 for ranges and fences.
  std::uint32_t size;
  simt_access_kind kind;
  simt_scope scope;
  /// As far as it is known without running.
  simt_address_space space;
  /// Of simt_access_flags.
  std::uint8_t flags;
};

extern "C" {
/// Called by each image's constructor. The record must outlive the process or be unregistered.
__attribute__((visibility("default"))) void simt_register_image(const simt_image_record* image);
__attribute__((visibility("default"))) void simt_unregister_image(const simt_image_record* image);
}
