# How every library and test of the project is declared: one folder, one target.
include(GNUInstallDirs)

function(daedalus_compiler_settings)
  set(CMAKE_CXX_STANDARD 20 PARENT_SCOPE)
  set(CMAKE_CXX_STANDARD_REQUIRED ON PARENT_SCOPE)
  set(CMAKE_CXX_EXTENSIONS OFF PARENT_SCOPE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON PARENT_SCOPE)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON PARENT_SCOPE)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin PARENT_SCOPE)
  set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib PARENT_SCOPE)
  # No contraction to fused multiply-add: the tape interpreter must round exactly as the machine code
  # we emit does, on x86-64 and on AArch64 (where GCC would otherwise contract by default).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 warns wrongly of overlapping copies in `"text" + std::string` (its bugs 105329 and 105651). No warning of a compiler that
    # nobody has tried may stop a build.
    add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wno-restrict -ffp-contract=off)
  else()
    # Clang takes arguments of constructors for shadows; and GCC's own headers use what C++20 calls deprecated, which Clang reports at
    # each of our calls of stable_sort. Hints for GCC, and pages that are one long text, are no matter.
    add_compile_options(-Wall -Wextra -Wpedantic -Werror -Wno-deprecated-declarations -Wno-unknown-pragmas
                        -Wno-overlength-strings -ffp-contract=off)
  endif()
  if(DAEDALUS_SANITIZE)
    # Null, alignment, object size and vptr check every access through a pointer, which doubles the time to compile;
    # a null pointer and memory outside of an object are what the address sanitizer finds at the access itself.
    add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr
                        -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
  endif()
  if(DAEDALUS_SANITIZE_THREADS)
    add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
    add_link_options(-fsanitize=thread)
  endif()
  find_program(CCACHE ccache)
  if(CCACHE)
    # With paths relative to the checkout, one cache serves every clone.
    set(launcher env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher} PARENT_SCOPE)
    set(CMAKE_C_COMPILER_LAUNCHER ${launcher} PARENT_SCOPE)
  endif()
endfunction()

# Compilers at work at once: one a core, and none for which there is no memory. Of files that are compiled together two units were measured: 0.7 and 1.24 GB.
function(daedalus_jobs)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)  # in MiB
  math(EXPR jobs "${memory} / 1500")
  if(jobs GREATER cores)
    set(jobs ${cores})
  elseif(jobs LESS 1)
    set(jobs 1)
  endif()
  set_property(GLOBAL PROPERTY JOB_POOLS compilers=${jobs})
  set(CMAKE_JOB_POOL_COMPILE compilers PARENT_SCOPE)
endfunction()

# daedalus_together(TARGET [MOST])
# Compiles the files of a target many at a time, MOST of them, so that each header is read once, and each template compiled once, for all of
# them (decision 027).
function(daedalus_together target)
  if(DAEDALUS_UNITY_BATCH EQUAL 1)
    return()
  endif()
  set(batch ${DAEDALUS_UNITY_BATCH})
  set(most ${ARGN})
  if(most AND (batch EQUAL 0 OR batch GREATER most))
    set(batch ${most})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
endfunction()

# daedalus_calls_machine_code(TARGET)
# For what calls code that was made during a run: Clang's check of function pointers looks for a mark in front of a
# function, which such code does not have.
function(daedalus_calls_machine_code target)
  if(DAEDALUS_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE -fno-sanitize=function)
  endif()
endfunction()

# daedalus_storey(NAME ROOMS room... [OPTIMISE flag] [FUZZED] [CALLS_MACHINE_CODE] [IN_SECTIONS])
# Rooms that are compiled together, into one archive `daedalus_storey_NAME`: a room alone would read the headers of those below, and
# compile their templates, once more (decision 027). Rooms of one storey are optimised alike:
#   OPTIMISE -O3   where a run spends its time; it takes a sixth more time to compile than the -O2 of the others. Code that may go into
#                  shared objects (-fPIC) must expect that each of its functions is replaced by another one of that name, so GCC inlines
#                  none of them; there nobody does that.
#   OPTIMISE -O1   what does little work of its own: reading options, putting stages together, drawing pages. A quarter less time to compile.
# FUZZED: the fuzzer (tests/fuzz) sees which code a text has reached.
# CALLS_MACHINE_CODE: see above.
function(daedalus_storey name)
  cmake_parse_arguments(ARG "FUZZED;CALLS_MACHINE_CODE;IN_SECTIONS" "OPTIMISE" "ROOMS" ${ARGN})
  set(target daedalus_storey_${name})
  if(DAEDALUS_SANITIZE)
    # Shared, and bound to their own functions: tests that were compiled without sanitizers (see daedalus_test) bring copies of inline
    # functions along, which would take the place of those that are looked at.
    add_library(${target} SHARED)
    target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)
  else()
    add_library(${target} STATIC)
  endif()
  daedalus_together(${target})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(ARG_OPTIMISE)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${ARG_OPTIMISE}>)
  endif()
  if(ARG_OPTIMISE STREQUAL "-O3")
    # Dense factorizations without any optimisation take minutes in a test.
    target_compile_options(${target} PRIVATE -fno-semantic-interposition $<$<CONFIG:Debug>:-O1>)
  endif()
  if(ARG_FUZZED AND DAEDALUS_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${target} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
  endif()
  if(ARG_IN_SECTIONS)
    target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
  endif()
  if(ARG_CALLS_MACHINE_CODE)
    daedalus_calls_machine_code(${target})
  endif()
  foreach(room IN LISTS ARG_ROOMS)
    set_property(GLOBAL PROPERTY daedalus_storey_of_${room} ${name})
  endforeach()
  # Installed as Daedalus::storey_NAME; cmake/DaedalusInstall.cmake puts the rooms together for users.
  set_target_properties(${target} PROPERTIES EXPORT_NAME storey_${name})
  install(TARGETS ${target} EXPORT DaedalusTargets DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY daedalus_storeys ${name})
endfunction()

# daedalus_library(NAME [DEPENDS room...] [LINK library...] [FOLDERS folder...])
# The room `daedalus_NAME`: all .cc files in the current folder and in its FOLDERS, which go into an archive with other rooms. DEPENDS names
# rooms that stand above this one in docs/architecture.md (tests/architecture checks the includes); LINK names third-party targets.
function(daedalus_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK;FOLDERS" ${ARGN})
  get_property(storey GLOBAL PROPERTY daedalus_storey_of_${name})
  if(NOT storey)
    message(FATAL_ERROR "the room ${name} is in no storey: src/daedalus/CMakeLists.txt names the rooms of each")
  endif()
  list(TRANSFORM ARG_FOLDERS REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1/*.cc" OUTPUT_VARIABLE inside)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc ${inside})
  target_sources(daedalus_storey_${storey} PRIVATE ${sources})
  target_link_libraries(daedalus_storey_${storey} PUBLIC ${ARG_LINK})
  add_library(daedalus_${name} INTERFACE)
  target_link_libraries(daedalus_${name} INTERFACE daedalus_storey_${storey})
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(daedalus_${name} INTERFACE daedalus_${dependency})
    get_property(below GLOBAL PROPERTY daedalus_storey_of_${dependency})
    if(NOT below STREQUAL storey)
      target_link_libraries(daedalus_storey_${storey} PUBLIC daedalus_storey_${below})
    endif()
  endforeach()
  # Installed as Daedalus::room_NAME.
  set_target_properties(daedalus_${name} PROPERTIES EXPORT_NAME room_${name})
  install(TARGETS daedalus_${name} EXPORT DaedalusTargets)
endfunction()

# daedalus_test(NAME [LINK library...] [SOURCES file...])
# The test program `NAME_test` of all .cc files in the current folder and SOURCES, against `daedalus_NAME` and the LINK targets.
function(daedalus_test name)
  cmake_parse_arguments(ARG "" "" "LINK;SOURCES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  if(NOT sources)
    return()
  endif()
  if(DAEDALUS_TEST_OBJECTS)
    daedalus_objects_of_test(${name} objects)
    add_executable(${name}_test ${objects})
    set_target_properties(${name}_test PROPERTIES LINKER_LANGUAGE CXX)
  else()
    add_executable(${name}_test ${sources} ${ARG_SOURCES})
    daedalus_together(${name}_test 36)  # in more files the same names would stand for two things
  endif()
  target_include_directories(${name}_test PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  # What is tested is optimised; the tests themselves need not be, and compile in half the time.
  target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O1>)
  if(DAEDALUS_SANITIZE OR DAEDALUS_SANITIZE_THREADS)
    target_compile_options(${name}_test PRIVATE -O0)
  endif()
  target_link_libraries(${name}_test PRIVATE ${ARG_LINK} GTest::gtest GTest::gtest_main)
  if(TARGET daedalus_${name})
    target_link_libraries(${name}_test PRIVATE daedalus_${name})
  endif()
  target_compile_definitions(${name}_test PRIVATE DAEDALUS_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  # The leak checker stops all threads and walks memory after the test; now and then (about once in 10^4 processes) that walk
  # itself dies. Then nothing was checked, which is what "skipped" says.
  gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60 WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
                       PROPERTIES LABELS unit SKIP_REGULAR_EXPRESSION "SKIPPED|LeakSanitizer has encountered a fatal error")
endfunction()

# What another build, DAEDALUS_TEST_OBJECTS, has compiled of the test program of the current folder: `./test` compiles tests once, and links them
# with the libraries of the release and with those that the address sanitizer watches (decision 027).
function(daedalus_objects_of_test name result)
  file(RELATIVE_PATH folder ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  set(there ${DAEDALUS_TEST_OBJECTS}/${folder}/CMakeFiles/${name}_test.dir)
  file(GLOB_RECURSE objects CONFIGURE_DEPENDS ${there}/*.o)
  if(NOT objects)
    message(FATAL_ERROR "the tests of ${name} were not compiled in ${DAEDALUS_TEST_OBJECTS}")
  endif()
  set(${result} ${objects} PARENT_SCOPE)
endfunction()
