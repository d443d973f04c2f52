# libdw of elfutils: turns an address in a kernel into a source line. Target LibDw::LibDw.
find_path(LibDw_INCLUDE_DIR elfutils/libdwfl.h)
find_library(LibDw_LIBRARY dw)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibDw REQUIRED_VARS LibDw_LIBRARY LibDw_INCLUDE_DIR)
mark_as_advanced(LibDw_INCLUDE_DIR LibDw_LIBRARY)
if(LibDw_FOUND AND NOT TARGET LibDw::LibDw)
  add_library(LibDw::LibDw UNKNOWN IMPORTED)
  set_target_properties(LibDw::LibDw PROPERTIES
    IMPORTED_LOCATION ${LibDw_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${LibDw_INCLUDE_DIR})
endif()
