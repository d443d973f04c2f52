# Warnings that all of simt's own code is held to; simt_warnings(<target>) applies them.
option(SIMT_WARNINGS_AS_ERRORS "Treat warnings in simt's own code as errors" ON)

function(simt_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra $<$<BOOL:${SIMT_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()
