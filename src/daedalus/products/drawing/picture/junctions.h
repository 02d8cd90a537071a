// Where connection lines part: two lines that share a connector and the first part of their way.
//
// A connection set of several connectors is drawn as lines that overlap near the shared connector. A dot
// where they part distinguishes them from lines that merely cross.
#pragma once

#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"

namespace daedalus::drawing {

// Filled dots in the coordinates of the drawing, each place once, in the order of the lines.
std::vector<Shape> FindJunctions(const std::vector<ConnectionLine>& lines);

}  // namespace daedalus::drawing
