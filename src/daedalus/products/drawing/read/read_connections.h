// The lines of connect equations: of the class, of its base classes, and of equations in if and for.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"
#include "daedalus/products/drawing/read/instance.h"
#include "daedalus/products/drawing/read/read_layer.h"

namespace daedalus::drawing {

// Connections with components that are absent are left out. A connection without a line annotation has no
// shapes.
std::vector<ConnectionLine> ReadConnections(ReadContext& read, const Instance& instance, const Layer& layer,
                                            const std::set<std::string>& absent);

}  // namespace daedalus::drawing
