// SPDX-License-Identifier: Apache-2.0
/// Tells AddressSanitizer which stack code runs on. Without the sanitizer these functions do
/// nothing.
#pragma once

#include "simt/fiber/stack_pool.h"

#if defined(__SANITIZE_ADDRESS__)
#define SIMT_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIMT_ADDRESS_SANITIZER 1
#endif
#endif

#if defined(SIMT_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace simt {

#if defined(SIMT_ADDRESS_SANITIZER)

/// The stack that this OS thread came with, learnt when it is first left.
inline thread_local const void* own_stack_bottom = nullptr;
inline thread_local std::size_t own_stack_bytes = 0;

/// Before a switch to `next`, whose top is null for the OS thread's own stack.
inline void announce_switch(void** fake_stack, const Stack& next) {
  const bool own = next.top == nullptr;
  __sanitizer_start_switch_fiber(fake_stack, own ? own_stack_bottom : next.top - next.bytes,
                                 own ? own_stack_bytes : next.bytes);
}

/// After a switch, on the stack that was switched to.
inline void finish_switch(void* fake_stack, const Stack& here) {
  const void* left_bottom = nullptr;
  std::size_t left_bytes = 0;
  __sanitizer_finish_switch_fiber(fake_stack, &left_bottom, &left_bytes);
  if (here.top != nullptr && own_stack_bottom == nullptr) {
    own_stack_bottom = left_bottom;
    own_stack_bytes = left_bytes;
  }
}

/// Before a stack is used anew that was left in the middle of something.
inline void forget_frames(const Stack& stack) {
  __asan_unpoison_memory_region(stack.top - stack.bytes, stack.bytes);
}

#else

inline void announce_switch(void**, const Stack&) {}
inline void finish_switch(void*, const Stack&) {}
inline void forget_frames(const Stack&) {}

#endif

}  // namespace simt
