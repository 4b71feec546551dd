# What `cmake --install` puts where: the libraries with their headers (include/fencepost/ROOM/…), the
# CMake package `fencepost` with targets fencepost::ROOM, the program, the corpus and the manual.

include(CMakePackageConfigHelpers)

get_property(installed_targets GLOBAL PROPERTY FENCEPOST_INSTALLED_TARGETS)
if(installed_targets)
  install(TARGETS ${installed_targets} EXPORT fencepostTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

set(installed_rooms traces model checker properties runtime/gtp)
if(FENCEPOST_HAVE_CUDA)
  list(APPEND installed_rooms runtime/cuda)
endif()
if(FENCEPOST_HAVE_NCCL)
  list(APPEND installed_rooms runtime/nccl)
endif()
foreach(room ${installed_rooms})
  if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/${room})
    install(DIRECTORY ${room}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fencepost/${room}
            FILES_MATCHING PATTERN "*.h" PATTERN corpus EXCLUDE)
  endif()
endforeach()

install(DIRECTORY traces/corpus/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fencepost/corpus FILES_MATCHING PATTERN "*.trace")
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN examples EXCLUDE)
install(DIRECTORY docs/examples/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)

if(installed_targets)
  set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/fencepost)
  configure_package_config_file(cmake/fencepostConfig.cmake.in ${CMAKE_BINARY_DIR}/fencepostConfig.cmake
                                INSTALL_DESTINATION ${package_folder})
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/fencepostConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/fencepostConfig.cmake ${CMAKE_BINARY_DIR}/fencepostConfigVersion.cmake
          DESTINATION ${package_folder})
  install(EXPORT fencepostTargets NAMESPACE fencepost:: DESTINATION ${package_folder})
endif()
