// Relations whose sides an equation makes equal while some condition holds: in
//
//   0 = if taut then x^2 + y^2 - 1 else F;
//   when x^2 + y^2 > 1 then taut = true; ...
//
// x^2 + y^2 > 1 rests on equality as long as the string is taut. What a solver leaves of such an equation is
// noise of either sign: the sides count as equal there.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::hybrid {

struct RestingRelation {
  std::size_t relation = 0;  // which of those given
  ExprId rests;              // of held leaves: the sides are equal
};

// Builds expressions in the graph of the system. `sides`: left and right of each relation, in turn.
std::vector<RestingRelation> FindRestingRelations(System& system, std::span<const ExprId> sides);

}  // namespace daedalus::hybrid
