// Writes single shapes as elements of SVG.
#pragma once

#include <string_view>

#include "daedalus/products/drawing/picture/drawing.h"
#include "daedalus/products/drawing/svg/fills.h"
#include "daedalus/products/drawing/svg/xml.h"

namespace daedalus::drawing {

class ShapeWriter {
 public:
  ShapeWriter(XmlWriter& xml, Fills& fills) : xml_(xml), fills_(fills) {}

  // `map` leads from the layer of the shape to the drawing.
  void Write(const Shape& shape, const Affine& map);

 private:
  void WritePath(const Shape& shape, const Affine& map, std::string_view path, std::string_view fill);
  void WriteStroke(const Shape& shape, const Affine& map);
  void WriteDynamics(const Shape& shape, const Affine& map);
  void WriteArrow(const Shape& shape, const Affine& map, Arrow arrow, Point tip, Point before);
  void WriteBorder(const RectangleForm& rectangle, const Affine& map);
  void WriteText(const Shape& shape, const TextForm& text, const Affine& map);
  void WriteBitmap(const Shape& shape, const BitmapForm& bitmap, const Affine& map);

  XmlWriter& xml_;
  Fills& fills_;
};

// How text stands in the drawing: upright enough to be read, whatever the map turns and mirrors.
struct TextPlace {
  Point center;
  double width = 0.0, height = 0.0;
  double angle = 0.0;        // in degrees, in (-90, 90]
  bool is_reversed = false;  // its left side is on the right
};
TextPlace PlaceText(const Extent& extent, const Affine& map);

}  // namespace daedalus::drawing
