# Turns the texts of the HTML pages (ours in page/, and Debian's dygraphs) into string constants.
find_path(DYGRAPHS_DIR dygraph.min.js PATHS /usr/share/javascript/dygraphs
          DOC "Folder of dygraph.min.js and dygraph.min.css")
if(NOT DYGRAPHS_DIR OR NOT EXISTS ${DYGRAPHS_DIR}/dygraph.min.css)
  message(FATAL_ERROR "dygraphs was not found, and the HTML plots need it: "
                      "install Debian's package libjs-dygraphs, or set DYGRAPHS_DIR to the folder that has dygraph.min.js and dygraph.min.css")
endif()

set(embedded_cc ${CMAKE_CURRENT_BINARY_DIR}/embedded_pages.cc)
# Constant and file, in pairs; the constants are declared in embedded_pages.h.
set(embedded_texts
    kDygraphsScript ${DYGRAPHS_DIR}/dygraph.min.js
    kDygraphsStyle ${DYGRAPHS_DIR}/dygraph.min.css
    kPlotPage ${CMAKE_CURRENT_SOURCE_DIR}/page/plot.html
    kPlotScript ${CMAKE_CURRENT_SOURCE_DIR}/page/plot.js
    kPlotPhaseScript ${CMAKE_CURRENT_SOURCE_DIR}/page/phase.js
    kPlotStyle ${CMAKE_CURRENT_SOURCE_DIR}/page/plot.css
    kMethodPage ${CMAKE_CURRENT_SOURCE_DIR}/page/method.html
    kMethodStyle ${CMAKE_CURRENT_SOURCE_DIR}/page/method.css
    kMethodScript ${CMAKE_CURRENT_SOURCE_DIR}/page/method.js
    kStructurePage ${CMAKE_CURRENT_SOURCE_DIR}/page/structure.html
    kStructureStyle ${CMAKE_CURRENT_SOURCE_DIR}/page/structure.css
    kStructureMatrixScript ${CMAKE_CURRENT_SOURCE_DIR}/page/structure_matrix.js
    kStructureGraphScript ${CMAKE_CURRENT_SOURCE_DIR}/page/structure_graph.js
    kStructureScript ${CMAKE_CURRENT_SOURCE_DIR}/page/structure.js)
set(embedded_files ${embedded_texts})
list(FILTER embedded_files INCLUDE REGEX "/")

add_custom_command(
  OUTPUT ${embedded_cc}
  COMMAND ${CMAKE_COMMAND} "-DTEXTS=${embedded_texts}" -DOUTPUT=${embedded_cc}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/embed_texts.cmake
  DEPENDS ${embedded_files} ${CMAKE_CURRENT_SOURCE_DIR}/embed_texts.cmake
  VERBATIM)
# What a folder generates, a target of that folder compiles.
add_library(daedalus_embedded_pages OBJECT ${embedded_cc})
target_include_directories(daedalus_embedded_pages PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_sources(daedalus_storey_models PRIVATE $<TARGET_OBJECTS:daedalus_embedded_pages>)
