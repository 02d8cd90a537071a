// A surface on which a model can be kept: left = right, where relations between these two sides change.
//
// If the values on both sides drive the model back to the surface, no solution in the usual sense continues.
// Filippov's solution does ("Differential Equations with Discontinuous Righthand Sides", 1988, sec. 4). It
// stays on the surface, and moves with the convex combination of both values that keeps it there,
//   left = right,    value = share * (value where left < right) + (1 - share) * (value where left > right)
//
// as long as 0 <= share <= 1. If the share leaves these bounds, the motion leaves the surface, to the side
// whose share is 1. compile/surfaces.h finds the surfaces of a model; compile/sliding_mode.h writes the
// equations on them.
#pragma once

#include <cstddef>
#include <vector>

#include "daedalus/system/hybrid.h"

namespace daedalus::hybrid {

struct Surface {
  struct Side {
    RelationId relation;
    bool is_opposite = false;  // false where left < right
  };
  ExprId left, right;
  std::vector<Side> sides;  // all relations between the two
  ExprId share;  // an algebraic variable: the value of the first relation, while the model does not slide
  RelationId below, above;  // share < 0, 1 < share
};

// A surface by the numbers of its state relations (event_model.h).
struct SurfaceNumbers {
  struct Side {
    std::size_t relation = 0;
    bool is_opposite = false;
  };
  std::vector<Side> sides;
  std::size_t below = 0, above = 0;
};

// The role of a state relation for a surface.
struct SurfaceRole {
  enum class Kind { kNone, kSide, kBound };
  Kind kind = Kind::kNone;
  std::size_t surface = 0;
};

}  // namespace daedalus::hybrid
