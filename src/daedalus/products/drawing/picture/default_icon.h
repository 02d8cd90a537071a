// Pictures for classes that have none: a labelled box for a component, a small square for a connector.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "daedalus/products/drawing/picture/drawing.h"

namespace daedalus::drawing {

enum class PortKind : std::uint8_t { kPhysical, kInput, kOutput };

Icon BoxIcon(const std::string& name, const std::string& type, const CoordinateSystem& system);
// Blue for signals; filled unless it is an output, as in the standard library.
Icon SquareIcon(PortKind kind);

// Spreads connectors over the border of an icon: inputs on the left, outputs on the right, the others
// alternately.
void PlaceOnBorder(const Extent& icon, std::span<const PortKind> kinds, std::span<PlacedComponent> ports);

}  // namespace daedalus::drawing
