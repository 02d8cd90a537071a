# SuiteSparse, SUNDIALS, zlib and libffi as targets, for our own build and for those who use an installed Daedalus: Debian's packages
# bring no CMake files of their own. SUNDIALS_DIR may point at another installation than Debian's (which is built
# without optimisation).

# daedalus_import(NAME LIBRARY HEADER HEADER_SUFFIXES HINTS [ARCHIVES library...])
# A target that links with DAEDALUS_ARCHIVES, as the program `daedalus` does, gets the archive of LIBRARY and those of ARCHIVES, which
# it needs, where all of them are there: a shared library that is loaded at each start costs a tenth of a millisecond.
function(daedalus_import name library header header_suffixes hints)
  if(TARGET daedalus::${name})
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "ARCHIVES" ${ARGN})
  find_library(${name}_LIBRARY ${library} HINTS ${hints} PATH_SUFFIXES lib lib64 REQUIRED)
  find_path(${name}_INCLUDE_DIR ${header} HINTS ${hints} PATH_SUFFIXES ${header_suffixes} REQUIRED)
  get_filename_component(folder ${${name}_LIBRARY} DIRECTORY)
  set(archives ${${name}_LIBRARY})
  if(EXISTS ${folder}/lib${library}.a)
    set(archives ${folder}/lib${library}.a)
    foreach(needed IN LISTS ARG_ARCHIVES)
      list(APPEND archives ${folder}/lib${needed}.a)
      if(NOT EXISTS ${folder}/lib${needed}.a)
        set(archives ${${name}_LIBRARY})
        break()
      endif()
    endforeach()
  endif()
  add_library(daedalus::${name} INTERFACE IMPORTED GLOBAL)
  set_target_properties(daedalus::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE_DIR}
                        INTERFACE_LINK_LIBRARIES "$<IF:$<BOOL:$<TARGET_PROPERTY:DAEDALUS_ARCHIVES>>,${archives},${${name}_LIBRARY}>")
endfunction()

function(daedalus_import_suitesparse)
  daedalus_import(btf btf btf.h suitesparse "")
  daedalus_import(klu klu klu.h suitesparse "" ARCHIVES amd colamd btf suitesparseconfig)
endfunction()

# libsundials_ida carries the vectors, matrices and linear-solver shells as well.
function(daedalus_import_sundials)
  # A folder that holds no SUNDIALS would be passed over silently, and another installation measured in its place.
  if(SUNDIALS_DIR AND NOT EXISTS "${SUNDIALS_DIR}/include/ida/ida.h")
    message(FATAL_ERROR "SUNDIALS_DIR is ${SUNDIALS_DIR}, which has no include/ida/ida.h: it has to be the prefix of an installation")
  endif()
  daedalus_import(sundials_ida sundials_ida ida/ida.h include "${SUNDIALS_DIR}")
  daedalus_import(sundials_kinsol sundials_kinsol kinsol/kinsol.h include "${SUNDIALS_DIR}")
endfunction()

function(daedalus_import_ffi)
  daedalus_import(ffi ffi ffi.h "" "")
endfunction()

function(daedalus_import_zlib)
  daedalus_import(zlib z zlib.h "" "")
endfunction()

# Archives and descriptions of FMUs.
function(daedalus_import_fmu_readers)
  daedalus_import(minizip minizip minizip/unzip.h "" "")
  daedalus_import(expat expat expat.h "" "")
endfunction()
