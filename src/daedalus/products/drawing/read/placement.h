// Where a component stands: its annotation Placement (Modelica 3.6, section 18.6.4).
#pragma once

#include <optional>

#include "daedalus/products/drawing/picture/drawing.h"
#include "daedalus/products/drawing/read/instance.h"

namespace daedalus::drawing {

// `transformation(extent=..., rotation=..., origin=...)`
struct Transformation {
  Extent extent;
  double rotation = 0.0;
  Point origin;

  // From the coordinates of an icon to those of the drawing.
  Affine MapFrom(const Extent& icon) const {
    return Compose(RotateAndMove(rotation, origin), MapExtent(icon, extent));
  }
};

struct Placement {
  bool is_visible = true;
  Transformation transformation;
};

// nullopt if the declaration has none. A redeclared component stays where its original stands.
std::optional<Placement> ReadPlacement(ReadContext& read, const Instance& around, const scope::Member& member,
                                       View view);

// The part of the class whose text declares the member.
std::uint32_t PartOf(const scope::Member& member);

}  // namespace daedalus::drawing
