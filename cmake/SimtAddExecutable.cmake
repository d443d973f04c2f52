# simt_add_executable(<target> <source>... [OPTIONS <option>...])
# simt_add_library(<target> [STATIC|SHARED|MODULE|OBJECT] <source>... [OPTIONS <option>...])
#
# As add_executable and add_library, for sources of which some are CUDA (.cu): those are compiled with
# simtcc, with OPTIONS and with the include directories, definitions, options and C++ standard of the
# target and of what it links to; the others by the C++ compiler. The target links to simt::simt.

# Compiles the CUDA sources of a target and adds their objects to it.
function(_simt_compile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;OPTIONS")
  set(property TARGET_PROPERTY:${target})
  set(includes $<FILTER:$<${property},INCLUDE_DIRECTORIES>,EXCLUDE,^$>)
  set(definitions $<FILTER:$<${property},COMPILE_DEFINITIONS>,EXCLUDE,^$>)
  set(flags
    -forward-unknown-to-host-compiler
    "$<$<BOOL:$<${property},CXX_STANDARD>>:-std=c++$<${property},CXX_STANDARD>>"
    "$<$<CONFIG:Debug,RelWithDebInfo>:-g>"
    "$<$<CONFIG:Release>:-O3>"
    "$<$<CONFIG:RelWithDebInfo,MinSizeRel>:-O2>"
    "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-DNDEBUG>"
    "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>"
    "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},$<SEMICOLON>-D>>"
    "$<${property},COMPILE_OPTIONS>"
    ${arg_OPTIONS})
  set(pass simt_kernelpass)
  if(NOT TARGET simt_kernelpass)
    set(pass "")
  endif()
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir)
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET path FILENAME name)
    string(MD5 hash ${path})
    string(SUBSTRING ${hash} 0 8 hash)
    set(object ${directory}/${hash}-${name}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${directory}
      COMMAND simt::simtcc -c ${path} -o ${object} -MD -MF ${object}.d ${flags}
      DEPENDS ${path} simt::simtcc ${pass}
      DEPFILE ${object}.d
      COMMENT "Building CUDA object ${name}.o of ${target}"
      COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${target} PRIVATE ${object})
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  endforeach()
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PRIVATE simt::simt)
endfunction()

# The body of both: `add` is the command that makes the target from the sources that are not CUDA.
function(_simt_add add target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "OPTIONS")
  set(cuda ${arg_UNPARSED_ARGUMENTS})
  set(host ${arg_UNPARSED_ARGUMENTS})
  list(FILTER cuda INCLUDE REGEX "\\.cu$")
  list(FILTER host EXCLUDE REGEX "\\.cu$")
  cmake_language(CALL ${add} ${target} ${host})
  _simt_compile(${target} SOURCES ${cuda} OPTIONS ${arg_OPTIONS})
endfunction()

function(simt_add_executable)
  _simt_add(add_executable ${ARGV})
endfunction()

function(simt_add_library)
  _simt_add(add_library ${ARGV})
endfunction()
