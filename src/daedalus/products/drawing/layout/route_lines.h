// Routes connection lines between boxes: horizontal and vertical segments around the boxes, with few bends.
//
// Each line is a shortest path on a grid, found by A* (P. Hart, N. Nilsson, B. Raphael, IEEE Trans. Systems
// Science and Cybernetics 4, 1968) over positions and directions. Bends cost, and so do lines that overlap or
// cross (M. Wybrow, K. Marriott, P. Stuckey: Orthogonal connector routing, Graph Drawing 2009). Lines are
// routed one after another, short ones first. The total work is limited: beyond the limit, lines become
// simple steps that may cross boxes.
#pragma once

#include <vector>

#include "daedalus/products/drawing/picture/geometry.h"

namespace daedalus::drawing {

struct Terminal {
  Point at;
  Point direction;      // in which a line leaves: (1, 0), ...; (0, 0) if any will do
  std::size_t net = 0;  // lines of one terminal may share their way
};
struct LineToRoute {
  Terminal from, to;
};

// The points of each line, from terminal to terminal.
std::vector<std::vector<Point>> RouteLines(const std::vector<Extent>& boxes,
                                           const std::vector<LineToRoute>& lines);

}  // namespace daedalus::drawing
