// Completes a drawing that the text leaves incomplete: places components without a Placement, and routes
// connections without a line.
#pragma once

#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"

namespace daedalus::drawing {

// If the author has drawn neither components nor shapes, all of `unplaced` are laid out (layered_layout.h).
// Otherwise the author has chosen what the diagram shows. Then only components that a connection needs are
// added, below the others. Connections to something that the drawing does not show are removed.
void Arrange(Drawing& drawing, std::vector<PlacedComponent> unplaced);

}  // namespace daedalus::drawing
