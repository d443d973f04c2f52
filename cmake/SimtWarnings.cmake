# Warnings that all of simt's own code is held to; simt_warnings(<target>) applies them.
option(SIMT_WARNINGS_AS_ERRORS "Treat warnings in simt's own code as errors" ON)

function(simt_warnings target)
  # GCC 12 sees overlapping copies in correct uses of std::string (its bug 105651).
  target_compile_options(${target} PRIVATE
    -Wall -Wextra $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<BOOL:${SIMT_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()
