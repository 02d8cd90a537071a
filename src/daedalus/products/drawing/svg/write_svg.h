// Writes a drawing as SVG: one self-contained text without scripts and without references to other files.
//
//   <svg data-class="A.B" data-view="diagram">
//     <defs>                          hatches and gradients
//     <g class="graphics">            the shapes of the class itself
//     <g class="components">
//       <g data-component="a.b" data-class="..." data-kind="component" data-has-diagram="true">
//         <title>                     name, class and description
//         shapes
//         <g data-component="a.b.p" data-kind="connector">
//     <g class="connections">
//       <g data-connects="a.p b.n">
//     <g class="junctions">           dots where lines part
//
// A name in data-component is that of the instance from the model on. A shape with DynamicSelect has its
// expression in `data-dynamic-ATTRIBUTE`, its kind in `data-form`, and the map from the coordinates of the
// expression in `data-map` (xx xy yx yy x0 y0, y up). A component whose condition is unknown is dimmed, and
// has data-condition="unknown".
#pragma once

#include <string>

#include "daedalus/products/drawing/picture/drawing.h"

namespace daedalus::drawing {

struct SvgOptions {
  std::string id_prefix = {};  // of the ids of definitions; empty: made from the name of the class
  bool has_background = true;  // white, as diagrams expect
};

std::string WriteSvg(const Drawing& drawing, const SvgOptions& options = {});

// What the drawing covers, in its own coordinates: its coordinate system and the shapes around it.
Extent VisibleExtent(const Drawing& drawing);

}  // namespace daedalus::drawing
