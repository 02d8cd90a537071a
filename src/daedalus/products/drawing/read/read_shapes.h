// The graphical primitives of annotations (Modelica 3.6, section 18.6.5).
#pragma once

#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"
#include "daedalus/products/drawing/read/record_reader.h"
#include "daedalus/products/drawing/read/text_macros.h"

namespace daedalus::drawing {

// How shapes of one text get into a drawing.
struct ShapeTarget {
  const MacroLookup& macros;
  Affine map;  // from the coordinates of the text to those of the layer
  std::vector<Shape>& shapes;
};

// Adds the shapes of `graphics={...}`.
void ReadGraphics(ReadContext& read, const AnnotationText& at, syntax::ExpressionId graphics,
                  const ShapeTarget& target);

// The `Line(...)` and `Text(...)` of a connection. A Text stands at the point `index` of the line.
Shape ReadLine(RecordReader& record);
Shape ReadLabel(RecordReader& record, const std::vector<Point>& line, const MacroLookup& macros);

}  // namespace daedalus::drawing
