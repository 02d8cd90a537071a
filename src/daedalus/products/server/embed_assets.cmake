# Turns the page of the workbench, with Debian's CodeMirror and dygraphs, into string constants.
find_path(CODEMIRROR_DIR lib/codemirror.js PATHS /usr/share/javascript/codemirror
          DOC "Folder of CodeMirror 5, with lib/, addon/ and mode/")
if(NOT CODEMIRROR_DIR OR NOT EXISTS ${CODEMIRROR_DIR}/mode/modelica/modelica.js)
  message(FATAL_ERROR "CodeMirror 5 was not found, and the workbench needs it: "
                      "install Debian's package libjs-codemirror, or set CODEMIRROR_DIR to the folder that has lib/codemirror.js")
endif()
set(view ${CMAKE_CURRENT_SOURCE_DIR}/view)
set(page_view ${CMAKE_CURRENT_SOURCE_DIR}/../page/view)
set(editor_scripts lib/codemirror.js mode/modelica/modelica.js addon/dialog/dialog.js addon/edit/closebrackets.js addon/edit/matchbrackets.js
                   addon/hint/show-hint.js addon/search/searchcursor.js addon/search/search.js addon/search/jump-to-line.js)
list(TRANSFORM editor_scripts PREPEND ${CODEMIRROR_DIR}/)
set(editor_styles ${CODEMIRROR_DIR}/lib/codemirror.css ${CODEMIRROR_DIR}/addon/dialog/dialog.css ${CODEMIRROR_DIR}/addon/hint/show-hint.css)
# Our scripts, in this order. The first ones are shared with the page of a run.
set(shared_scripts dom.js format.js sanitize.js)
list(TRANSFORM shared_scripts PREPEND ${page_view}/)
set(own_scripts talk.js language.js files.js editor.js tree.js picture.js parameters.js live_curves.js runs.js panes.js main.js)
list(TRANSFORM own_scripts PREPEND ${view}/)

# Name, type (@ stands for a semicolon), and the files that are joined; a bar ends an asset.
set(assets
    workbench.html "text/html@ charset=utf-8" ${view}/workbench.html |
    workbench.css "text/css@ charset=utf-8" ${view}/layout.css ${view}/parts.css |
    workbench.js "text/javascript@ charset=utf-8" ${shared_scripts} ${own_scripts} |
    editor.js "text/javascript@ charset=utf-8" ${editor_scripts} |
    editor.css "text/css@ charset=utf-8" ${editor_styles} |
    dygraphs.js "text/javascript@ charset=utf-8" ${DYGRAPHS_DIR}/dygraph.min.js |
    dygraphs.css "text/css@ charset=utf-8" ${DYGRAPHS_DIR}/dygraph.min.css |)
set(asset_files ${assets})
list(FILTER asset_files INCLUDE REGEX "^/")
set(embedded_cc ${CMAKE_CURRENT_BINARY_DIR}/embedded_assets.cc)

add_custom_command(
  OUTPUT ${embedded_cc}
  COMMAND ${CMAKE_COMMAND} "-DASSETS=${assets}" -DOUTPUT=${embedded_cc} -P ${CMAKE_CURRENT_SOURCE_DIR}/join_assets.cmake
  DEPENDS ${asset_files} ${CMAKE_CURRENT_SOURCE_DIR}/join_assets.cmake
  VERBATIM)
# What a folder generates, a target of that folder compiles.
add_library(daedalus_embedded_assets OBJECT ${embedded_cc})
target_include_directories(daedalus_embedded_assets PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_sources(daedalus_storey_serving PRIVATE $<TARGET_OBJECTS:daedalus_embedded_assets>)
