// The graphics of a class with those that it inherits, in one coordinate system (Modelica 3.6, sections
// 18.6.1 and 18.6.3).
#pragma once

#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"
#include "daedalus/products/drawing/read/instance.h"

namespace daedalus::drawing {

// One class of the chain of inheritance, and where it stands in the drawing.
struct LayerPart {
  std::uint32_t part = 0;  // of the class environment
  Affine map;              // from its coordinates to those of the drawing (IconMap, DiagramMap)
  bool shows_shapes = true;
};

struct Layer {
  CoordinateSystem system;
  bool has_system = false;       // an annotation gives its extent
  std::vector<LayerPart> parts;  // what is drawn first comes first: base classes before their users
  std::vector<Shape> shapes;
};

// Without shapes: the coordinate system and the parts only.
enum class Shapes : bool { kLeftOut, kRead };
Layer ReadLayer(ReadContext& read, const Instance& instance, View view, Shapes shapes = Shapes::kRead);

}  // namespace daedalus::drawing
