// The outlines of shapes as paths of SVG. Everything becomes lines and cubic curves, which stay what they are
// under every affine map.
#pragma once

#include <string>
#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"

namespace daedalus::drawing {

// Through the points. A smooth line touches the middle of each segment, and its points are the controls
// between (Modelica 3.6, section 18.6.2).
std::string LinePath(const std::vector<Point>& points, Smooth smooth, const Affine& map);
std::string PolygonPath(const std::vector<Point>& points, Smooth smooth, const Affine& map);
std::string RectanglePath(const Extent& extent, double radius, const Affine& map);
std::string EllipsePath(const EllipseForm& ellipse, const Affine& map);

// The corners or points of a shape in its own coordinates, for bounds.
std::vector<Point> OutlineOf(const Form& form);

}  // namespace daedalus::drawing
