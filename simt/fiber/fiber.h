// SPDX-License-Identifier: Apache-2.0
/// A stack and the point where its code stands. Fibers switch to one another directly, and never
/// leave the OS thread they began on: compilers keep addresses of thread-local variables across
/// calls.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include "simt/fiber/sanitizer.h"
#include "simt/fiber/stack_pool.h"

namespace simt {

class Fiber {
 public:
  /// What a fiber runs; it must never return.
  using Body = void (*)();

  /// The OS thread's own stack, to switch from and back to.
  Fiber() = default;
  Fiber(Stack stack, Body body) : stack_(stack), body_(body) { restart(); }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  const Stack& stack() const { return stack_; }

  /// Forgets what the fiber was doing; the next switch to it begins its body anew.
  void restart() {
    forget_frames(stack_);
    context_ = boost::context::detail::make_fcontext(stack_.top, stack_.bytes, begin);
  }

  /// Leaves the running fiber, which must be *this, for `next`; returns when somebody switches
  /// back.
  void switch_to(Fiber& next) {
    next_ = &next;
    announce_switch(&fake_stack_, next.stack_);
    arrive(boost::context::detail::jump_fcontext(next.context_, this));
    finish_switch(fake_stack_, stack_);
  }

 private:
  /// Notes where the fiber that switched here stands, and returns it.
  static Fiber& arrive(boost::context::detail::transfer_t transfer) {
    auto& from = *static_cast<Fiber*>(transfer.data);
    from.context_ = transfer.fctx;
    return from;
  }
  static void begin(boost::context::detail::transfer_t transfer) {
    Fiber& self = *arrive(transfer).next_;
    finish_switch(nullptr, self.stack_);
    self.body_();
  }

  boost::context::detail::fcontext_t context_ = nullptr;
  Stack stack_;
  Body body_ = nullptr;
  Fiber* next_ = nullptr;
  /// AddressSanitizer's; unused without it.
  void* fake_stack_ = nullptr;
};

}  // namespace simt
