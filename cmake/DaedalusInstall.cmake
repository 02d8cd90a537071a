# What `cmake --install` installs, and how others find it: docs/howto/ shows the use of each.
#
#   Daedalus::structure   the structural engine: matching, blocks, index reduction, tearing. The standard library alone
#   Daedalus::integrate   all integrators of our own by name. Eigen and SuiteSparse, no SUNDIALS, no LLVM
#   Daedalus::daedalus    the whole: from a model, as text or built in C++, to a trajectory
#
# Each is a component of find_package(Daedalus COMPONENTS ...), so that what a program does not use need not be there.
# Without CMake: pkg-config daedalus-structure, daedalus-integrate, daedalus.
include(CMakePackageConfigHelpers)

# daedalus_product(NAME room...): what a user links as Daedalus::NAME.
function(daedalus_product name)
  add_library(daedalus_product_${name} INTERFACE)
  foreach(room IN LISTS ARGN)
    target_link_libraries(daedalus_product_${name} INTERFACE daedalus_${room})
  endforeach()
  set_target_properties(daedalus_product_${name} PROPERTIES EXPORT_NAME ${name})
  add_library(Daedalus::${name} ALIAS daedalus_product_${name})
  install(TARGETS daedalus_product_${name} EXPORT DaedalusTargets)
endfunction()
daedalus_product(structure structure)
daedalus_product(integrate integrate_own)
daedalus_product(daedalus driver compose)

# daedalus_pkg_config(FILE DESCRIPTION "required modules" "further linker flags" storey...)
function(daedalus_pkg_config file description requires flags)
  set(PC_NAME ${file})
  set(PC_DESCRIPTION ${description})
  set(PC_REQUIRES ${requires})
  # Archives, in a group: pkg-config knows no order among them.
  list(TRANSFORM ARGN PREPEND -ldaedalus_storey_ OUTPUT_VARIABLE archives)
  list(JOIN archives " " archives)
  set(PC_LIBS "-Wl,--start-group ${archives} -Wl,--end-group ${flags}")
  # From the folder of the .pc file back to the prefix, so that an installation can be moved.
  file(RELATIVE_PATH PC_UP /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/daedalus.pc.in ${CMAKE_BINARY_DIR}/pkgconfig/${file}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/pkgconfig/${file}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
get_property(storeys GLOBAL PROPERTY daedalus_storeys)
daedalus_pkg_config(daedalus-structure "Structural analysis of equation systems" "" "" structure)
daedalus_pkg_config(daedalus-integrate "Integrators for F(t, y, y') = 0" "eigen3" "-lklu -lbtf"
                    integrators structure)
daedalus_pkg_config(daedalus "Modelling and simulation of differential-algebraic equations" "eigen3 fmt nlohmann_json"
                    "-lsundials_ida -lsundials_kinsol -lklu -lbtf -lffi -lz -ldl -pthread -Wl,--export-dynamic-symbol=Modelica*" ${storeys})

configure_file(${CMAKE_SOURCE_DIR}/cmake/version.h.in ${CMAKE_BINARY_DIR}/generated/daedalus/version.h @ONLY)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/src/daedalus DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h"
        PATTERN cli EXCLUDE PATTERN server EXCLUDE PATTERN fmu EXCLUDE PATTERN machine_code EXCLUDE)
install(FILES ${CMAKE_BINARY_DIR}/generated/daedalus/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/daedalus)

# The program, and the module that it looks for in ../lib.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/models/library/ DESTINATION ${CMAKE_INSTALL_DATADIR}/daedalus/library)
install(TARGETS daedalus RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS daedalus_machine_code LIBRARY DESTINATION lib)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Daedalus)
install(EXPORT DaedalusTargets NAMESPACE Daedalus:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/DaedalusConfig.cmake.in ${CMAKE_BINARY_DIR}/DaedalusConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/DaedalusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/DaedalusConfig.cmake ${CMAKE_BINARY_DIR}/DaedalusConfigVersion.cmake
              ${CMAKE_SOURCE_DIR}/cmake/DaedalusImports.cmake DESTINATION ${package_dir})
