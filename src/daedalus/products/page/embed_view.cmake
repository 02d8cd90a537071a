# Turns the texts of the page in view/ into string constants. Styles and scripts are joined in this order.
set(view ${CMAKE_CURRENT_SOURCE_DIR}/view)
set(styles layout.css parts.css)
set(scripts decode.js names.js dom.js format.js facts.js state.js decimate.js virtual_list.js curve_rows.js gestures.js
            curves.js sanitize.js tree_view.js heat.js svg_places.js expressions.js dynamic_shapes.js
            diagram.js scene.js time_bar.js details.js lists.js search.js other_results.js theme.js keyboard.js main.js)
# Only pages with shapes in three dimensions carry these.
find_path(THREE_DIR three.min.js PATHS /usr/share/javascript/three
          DOC "Folder of three.js, with three.min.js and examples/js/controls/OrbitControls.js")
if(NOT THREE_DIR OR NOT EXISTS ${THREE_DIR}/examples/js/controls/OrbitControls.js)
  message(FATAL_ERROR "three.js was not found, and pages of mechanisms need it: "
                      "install Debian's package libjs-three, or set THREE_DIR to the folder that has three.min.js")
endif()
set(three ${THREE_DIR}/three.min.js ${THREE_DIR}/examples/js/controls/OrbitControls.js)
list(TRANSFORM styles PREPEND ${view}/)
list(TRANSFORM scripts PREPEND ${view}/)
set(embedded_view_cc ${CMAKE_CURRENT_BINARY_DIR}/embedded_view.cc)

add_custom_command(
  OUTPUT ${embedded_view_cc}
  COMMAND ${CMAKE_COMMAND} "-DPAGE=${view}/page.html" "-DSTYLES=${styles}" "-DSCRIPTS=${scripts}" "-DTHREE=${three}" -DOUTPUT=${embedded_view_cc}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/join_view.cmake
  DEPENDS ${view}/page.html ${styles} ${scripts} ${three} ${CMAKE_CURRENT_SOURCE_DIR}/join_view.cmake
  VERBATIM)
# What a folder generates, a target of that folder compiles.
add_library(daedalus_embedded_view OBJECT ${embedded_view_cc})
target_include_directories(daedalus_embedded_view PRIVATE ${CMAKE_SOURCE_DIR}/src)
target_sources(daedalus_storey_products PRIVATE $<TARGET_OBJECTS:daedalus_embedded_view>)
