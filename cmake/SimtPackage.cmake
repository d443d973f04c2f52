# Installs what find_package(simt) needs.
include(CMakePackageConfigHelpers)
set(_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/simt)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/simtConfig.cmake.in ${PROJECT_BINARY_DIR}/simtConfig.cmake
  INSTALL_DESTINATION ${_package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/simtConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT simtTargets NAMESPACE simt:: DESTINATION ${_package_dir})
install(FILES ${PROJECT_BINARY_DIR}/simtConfig.cmake ${PROJECT_BINARY_DIR}/simtConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/SimtAddExecutable.cmake
        DESTINATION ${_package_dir})
