// Relations whose sides an equation makes equal while some condition holds: in
//
//   0 = if taut then x^2 + y^2 - 1 else F;
//   when x^2 + y^2 > 1 then taut = true; ...
//
// the relation x^2 + y^2 > 1 rests on equality as long as the string is taut. The rest that a solver leaves
// in such an equation is noise of either sign, so the sides count as equal.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/system/system.h"

namespace daedalus::hybrid {

struct RestingRelation {
  std::size_t relation = 0;  // which of those given
  ExprId rests;              // over held leaves: if true, the sides are equal
};

// Builds expressions in the graph of the system. `sides`: left and right of each relation, alternating.
std::vector<RestingRelation> FindRestingRelations(System& system, std::span<const ExprId> sides);

}  // namespace daedalus::hybrid
