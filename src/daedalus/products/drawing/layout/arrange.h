// Completes a drawing where the text says nothing: places components without a Placement, and routes
// connections without a line.
#pragma once

#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"

namespace daedalus::drawing {

// If the author has drawn nothing, neither components nor shapes, all of `unplaced` are laid out
// (layered_layout.h). Otherwise the author has chosen what the diagram shows: only those that a connection
// needs are added, below the others. Connections with ends that the drawing does not show are removed.
void Arrange(Drawing& drawing, std::vector<PlacedComponent> unplaced);

}  // namespace daedalus::drawing
