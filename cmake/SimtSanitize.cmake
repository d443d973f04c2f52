# SIMT_SANITIZE builds simt's own code with AddressSanitizer and UndefinedBehaviorSanitizer; the first
# error ends the program. The kernel pass stays as it is: it is loaded into a Clang without them.
option(SIMT_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)

if(SIMT_SANITIZE)
  set(_flags -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With sanitizers GCC sees uninitialised variables where there are none (in <regex>, say).
    list(APPEND _flags -Wno-maybe-uninitialized)
  endif()
  set(_sanitized $<NOT:$<STREQUAL:$<TARGET_PROPERTY:NAME>,simt_kernelpass>>)
  add_compile_options("$<${_sanitized}:${_flags}>")
  add_link_options("$<${_sanitized}:${_flags}>")
endif()
