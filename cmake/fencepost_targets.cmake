# Helpers that give every room the same shape.
#
# Sources and headers of a room lie side by side; headers are included as <fencepost/ROOM/FILE.h> in
# the tree and when installed. In the tree that path is a link farm in the build folder.

set(FENCEPOST_INCLUDE_DIR ${CMAKE_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${FENCEPOST_INCLUDE_DIR}/fencepost)
foreach(room traces model checker runtime properties)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${room} ${FENCEPOST_INCLUDE_DIR}/fencepost/${room} SYMBOLIC)
endforeach()

add_library(fencepost_options INTERFACE)
target_compile_features(fencepost_options INTERFACE cxx_std_20)
target_compile_options(fencepost_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion>
  $<$<AND:$<BOOL:${FENCEPOST_WARNINGS_AS_ERRORS}>,$<COMPILE_LANGUAGE:CXX>>:-Werror>)
# GCC 12 sees an overlap in every `"text" + string` at -O3 (GCC bug 105651, fixed in 13).
target_compile_options(fencepost_options INTERFACE
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
if(FENCEPOST_SANITIZERS)
  target_compile_options(fencepost_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${FENCEPOST_SANITIZERS} -fno-sanitize-recover=all -fno-omit-frame-pointer>)
  target_link_options(fencepost_options INTERFACE -fsanitize=${FENCEPOST_SANITIZERS})
endif()

# fencepost_room(FOLDER)
# Adds a room; one that is not there yet is left out, and that is said.
function(fencepost_room folder)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
    add_subdirectory(${folder})
  else()
    message(STATUS "Left out: ${folder} (it has no CMakeLists.txt)")
  endif()
endfunction()

# fencepost_link(TARGET PUBLIC|PRIVATE libs…)
# Links libraries; one of a room that is not there yet is left out, and that is said.
function(fencepost_link target scope)
  foreach(library ${ARGN})
    if(library MATCHES "^fencepost::" AND NOT TARGET ${library})
      message(STATUS "Left out: ${library}, which ${target} needs")
    else()
      target_link_libraries(${target} ${scope} ${library})
    endif()
  endforeach()
endfunction()

# fencepost_precompile(TARGET)
# Most of the time a file of a room takes is spent on these headers. They are no part of what the file
# may rely on: every file includes what it uses, and builds without them.
function(fencepost_precompile target)
  if(NOT FENCEPOST_PRECOMPILED_HEADERS)
    return()
  endif()
  set(headers algorithm array cstdint functional map memory optional set span string string_view unordered_map
      utility variant vector fmt/format.h tl/expected.hpp)
  list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()

# fencepost_library(NAME SOURCES … [PUBLIC libs…] [PRIVATE libs…])
# Makes fencepost_NAME with the alias fencepost::NAME, to be installed and exported.
function(fencepost_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(fencepost_${name} STATIC ${ARG_SOURCES})
  add_library(fencepost::${name} ALIAS fencepost_${name})
  set_target_properties(fencepost_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(fencepost_${name} PUBLIC
    $<BUILD_INTERFACE:${FENCEPOST_INCLUDE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(fencepost_${name} PUBLIC cxx_std_20)
  fencepost_link(fencepost_${name} PUBLIC ${ARG_PUBLIC})
  fencepost_link(fencepost_${name} PRIVATE ${ARG_PRIVATE} $<BUILD_INTERFACE:fencepost_options>)
  fencepost_precompile(fencepost_${name})
  set_property(GLOBAL APPEND PROPERTY FENCEPOST_INSTALLED_TARGETS fencepost_${name})
endfunction()
