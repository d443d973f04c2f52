// SPDX-License-Identifier: Apache-2.0
/// Which space a generic address lies in, and its address within that space, as compiled kernels
/// ask (runtime/include/simt/memory_access.h). PTX ISA, "isspacep", "cvta". Addresses in shared
/// memory are offsets into the block's arena; others are the generic addresses themselves.
#include <cstddef>
#include <cstdint>

#include "simt/abi/builtin_variables.h"
#include "simt/grid/machine.h"
#include "simt/grid/worker.h"

namespace {

using simt::Worker;

bool within(const void* address, const std::byte* start, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(start) <
         bytes;
}

}  // namespace

extern "C" {

SIMT_EXPORT int simt_is_shared(const void* generic) {
  const simt::SharedArena& arena = Worker::current().shared_arena();
  return within(generic, arena.base(), arena.bytes());
}

SIMT_EXPORT int simt_is_local(const void* generic) {
  const simt::Stack& stack = Worker::current().stack();
  return within(generic, stack.top - stack.bytes, stack.bytes);
}

SIMT_EXPORT int simt_is_constant(const void* generic) {
  return Worker::current().machine().is_constant(reinterpret_cast<std::uintptr_t>(generic));
}

SIMT_EXPORT int simt_is_global(const void* generic) {
  return generic != nullptr && !simt_is_shared(generic) && !simt_is_local(generic) &&
         !simt_is_constant(generic);
}

SIMT_EXPORT std::size_t simt_generic_to_shared(const void* generic) {
  return static_cast<std::uint32_t>(static_cast<const char*>(generic) - simt_shared);
}
SIMT_EXPORT void* simt_shared_to_generic(std::size_t address) {
  return simt_shared + static_cast<std::uint32_t>(address);
}

SIMT_EXPORT std::size_t simt_generic_to_global(const void* generic) {
  return reinterpret_cast<std::size_t>(generic);
}
SIMT_EXPORT void* simt_global_to_generic(std::size_t address) {
  return reinterpret_cast<void*>(address);
}

SIMT_EXPORT std::size_t simt_generic_to_constant(const void* generic) {
  return reinterpret_cast<std::size_t>(generic);
}
SIMT_EXPORT void* simt_constant_to_generic(std::size_t address) {
  return reinterpret_cast<void*>(address);
}

SIMT_EXPORT std::size_t simt_generic_to_local(const void* generic) {
  return reinterpret_cast<std::size_t>(generic);
}
SIMT_EXPORT void* simt_local_to_generic(std::size_t address) {
  return reinterpret_cast<void*>(address);
}

}  // extern "C"
