# SuiteSparse, SUNDIALS and libffi as targets, for our own build and for those who use an installed Daedalus: Debian's packages
# bring no CMake files of their own. SUNDIALS_DIR may point at another installation than Debian's (which is built
# without optimisation).

function(daedalus_import name library header header_suffixes hints)
  if(TARGET daedalus::${name})
    return()
  endif()
  find_library(${name}_LIBRARY ${library} HINTS ${hints} PATH_SUFFIXES lib lib64 REQUIRED)
  find_path(${name}_INCLUDE_DIR ${header} HINTS ${hints} PATH_SUFFIXES ${header_suffixes} REQUIRED)
  add_library(daedalus::${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(daedalus::${name} PROPERTIES IMPORTED_LOCATION ${${name}_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE_DIR})
endfunction()

function(daedalus_import_suitesparse)
  daedalus_import(klu klu klu.h suitesparse "")
  daedalus_import(btf btf btf.h suitesparse "")
endfunction()

# libsundials_ida carries the vectors, matrices and linear-solver shells as well.
function(daedalus_import_sundials)
  daedalus_import(sundials_ida sundials_ida ida/ida.h include "${SUNDIALS_DIR}")
  daedalus_import(sundials_kinsol sundials_kinsol kinsol/kinsol.h include "${SUNDIALS_DIR}")
endfunction()

function(daedalus_import_ffi)
  daedalus_import(ffi ffi ffi.h "" "")
endfunction()
