# The LLVM and the Clang that simtcc drives: one installation, version 16 to 20, the newest found
# unless SIMT_LLVM_VERSION says otherwise.
#   SimtLLVM_VERSION_MAJOR   e.g. 19
#   SimtLLVM_CLANG           full path of clang++
#   SimtLLVM_INCLUDE_DIRS    headers, for the pass plugin
#   SimtLLVM_TOOLS_DIR       where llvm-objcopy, llvm-tblgen and ld live
set(SIMT_LLVM_VERSION "" CACHE STRING "Major version of LLVM to build with (16 to 20); empty: newest found")
if(SIMT_LLVM_VERSION)
  set(_versions ${SIMT_LLVM_VERSION})
else()
  set(_versions 20 19 18 17 16)
endif()
foreach(_version IN LISTS _versions)
  find_program(SimtLLVM_CLANG_${_version} NAMES clang++-${_version}
               HINTS /usr/lib/llvm-${_version}/bin)
  find_path(SimtLLVM_CMAKE_${_version} NAMES LLVMConfig.cmake NO_DEFAULT_PATH
            PATHS /usr/lib/llvm-${_version}/lib/cmake/llvm /usr/lib/llvm-${_version}/cmake)
  mark_as_advanced(SimtLLVM_CLANG_${_version} SimtLLVM_CMAKE_${_version})
  if(SimtLLVM_CLANG_${_version} AND SimtLLVM_CMAKE_${_version})
    set(SimtLLVM_CLANG ${SimtLLVM_CLANG_${_version}})
    find_package(LLVM REQUIRED CONFIG PATHS ${SimtLLVM_CMAKE_${_version}} NO_DEFAULT_PATH)
    set(SimtLLVM_VERSION_MAJOR ${LLVM_VERSION_MAJOR})
    set(SimtLLVM_INCLUDE_DIRS ${LLVM_INCLUDE_DIRS})
    set(SimtLLVM_TOOLS_DIR ${LLVM_TOOLS_BINARY_DIR})
    break()
  endif()
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SimtLLVM
  REQUIRED_VARS SimtLLVM_CLANG SimtLLVM_INCLUDE_DIRS
  REASON_FAILURE_MESSAGE "Clang and LLVM 16 to 20 with headers are needed: apt-get install clang-19 llvm-19-dev (18 on Ubuntu 24.04)")
